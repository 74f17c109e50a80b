-- The chunks of the items in a JSON list of ranges of ids, by item and file; by the key of posting.
SELECT p.item_id, p.first_file, p.data
FROM json_each(?1) j CROSS JOIN posting p ON p.item_id BETWEEN j.value >> 12 AND (j.value >> 12) + (j.value & 4095)
