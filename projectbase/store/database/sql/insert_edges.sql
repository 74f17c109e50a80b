-- Enters what the references of a file were resolved to, or changes it.
INSERT OR REPLACE INTO edge (file_id, data, consulted)
VALUES (?, ?, ?)
