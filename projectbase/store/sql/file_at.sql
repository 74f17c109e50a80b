-- The file at a path; by the index on path.
SELECT id, path, language, hash, size, mtime, changed, inode, indexed_at, generated, partial, errors, lines, line_objects, items,
       occurrences, methods, types
FROM file
WHERE path = ?1
