-- Drops the edges of a file.
DELETE FROM edge WHERE file_id = ?
