-- Drops what is kept of a file.
DELETE FROM outline WHERE file_id = ?
