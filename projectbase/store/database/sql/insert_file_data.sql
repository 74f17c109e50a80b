-- Enters what is packed of a file.
INSERT OR REPLACE INTO file_data (file_id, items, refs, bindings, imports, header)
VALUES (?, ?, ?, ?, ?, ?)
