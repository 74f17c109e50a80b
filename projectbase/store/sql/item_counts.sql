-- How often each item of a JSON list of ids occurs, with its place in the list; by the key of item.
SELECT j.key, i.n
FROM json_each(?1) j CROSS JOIN item i ON i.id = j.value
