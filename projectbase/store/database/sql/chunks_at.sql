-- For each item of a JSON list, the chunk that holds a file or would; by the key of posting.
SELECT j.key, p.first_file, p.data
FROM json_each(?1) j
CROSS JOIN posting p ON p.item_id = j.value AND p.first_file = ifnull(
    (SELECT max(first_file) FROM posting WHERE item_id = j.value AND first_file <= ?2),
    (SELECT min(first_file) FROM posting WHERE item_id = j.value))
