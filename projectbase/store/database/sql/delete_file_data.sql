-- Drops what is packed of a file; by the table's key.
DELETE FROM file_data WHERE file_id = ?1
