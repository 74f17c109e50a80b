-- The slots of a file's symbols; by the key of outline.
SELECT slots FROM outline WHERE file_id = ?
