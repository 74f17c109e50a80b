-- Drops a file; by the table's key.
DELETE FROM file WHERE id = ?1
