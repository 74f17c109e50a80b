-- Drops a chunk; by the table's key.
DELETE FROM posting WHERE item_id = ?1 AND first_file = ?2
