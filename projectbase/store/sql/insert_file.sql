-- Enters a file.
INSERT OR REPLACE INTO file (id, path, language, hash, size, mtime, changed, inode, indexed_at, generated, partial, errors, lines,
                  line_objects, items, occurrences, methods, types)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
