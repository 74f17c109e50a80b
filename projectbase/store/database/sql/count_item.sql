-- Adds to the occurrences of an item and returns how many there are now; by the table's key.
UPDATE item SET n = n + ?2 WHERE id = ?1 RETURNING n, term
