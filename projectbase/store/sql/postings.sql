-- The chunks of each item of a JSON list of ids, in the list's order, by files; by the key of posting.
SELECT j.key, p.first_file, p.data
FROM json_each(?1) j CROSS JOIN posting p ON p.item_id = j.value
