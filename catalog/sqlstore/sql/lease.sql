-- A lease by its name.
SELECT holder, fence, expires FROM lease WHERE name = $1
