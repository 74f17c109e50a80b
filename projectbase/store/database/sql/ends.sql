-- The state of the dictionary, the highest ids and the numbers of items and of the state; by the tables' keys.
SELECT terms, ifnull((SELECT max(id) FROM file), 0), ifnull((SELECT max(id) FROM item), 0), items, generation FROM state WHERE id = 1
