-- What is packed of a file; by the table's key.
SELECT items, refs, bindings, imports, header FROM file_data WHERE file_id = ?1
