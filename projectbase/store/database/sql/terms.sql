-- The spelling of each item of a JSON list of ids, with its place in the list; by the key of item.
SELECT j.key, i.term
FROM json_each(?1) j CROSS JOIN item i ON i.id = j.value
