-- Enters what is kept of a file so that others can be resolved, or changes it.
INSERT OR REPLACE INTO outline (file_id, slots, data)
VALUES (?, ?, ?)
