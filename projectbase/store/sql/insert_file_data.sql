-- Enters what is packed of a file.
INSERT OR REPLACE INTO file_data (file_id, items, refs, imports, header)
VALUES (?, ?, ?, ?, ?)
