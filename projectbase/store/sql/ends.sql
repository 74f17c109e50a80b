-- The state of the dictionary, the highest ids and the number of items; by the tables' keys.
SELECT terms, ifnull((SELECT max(id) FROM file), 0), ifnull((SELECT max(id) FROM item), 0), items FROM state WHERE id = 1
