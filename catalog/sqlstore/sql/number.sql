-- The number of a project; by the index of ids.
SELECT number FROM project WHERE id = $1
