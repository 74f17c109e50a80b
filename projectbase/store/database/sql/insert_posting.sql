-- Enters a chunk, or changes it.
INSERT OR REPLACE INTO posting (item_id, first_file, data)
VALUES (?, ?, ?)
