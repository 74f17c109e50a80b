-- All files; a scan of file, whose rows are small on purpose.
SELECT id, path, language, hash, size, mtime, changed, inode, indexed_at, generated, partial, errors, lines, line_objects, items,
       occurrences, methods, types
FROM file
ORDER BY id
