-- The state of the dictionary and the highest ids; by the tables' keys.
SELECT (SELECT terms FROM state WHERE id = 1), ifnull((SELECT max(id) FROM file), 0), ifnull((SELECT max(id) FROM item), 0)
