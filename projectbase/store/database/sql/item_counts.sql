-- How often the items in a JSON list of ranges of ids occur, by item; by the key of item.
SELECT i.id, i.n
FROM json_each(?1) j CROSS JOIN item i ON i.id BETWEEN j.value >> 12 AND (j.value >> 12) + (j.value & 4095)
