-- All files; a scan of file, whose rows are small on purpose.
SELECT id, path, language, indexed_at, partial, facts FROM file ORDER BY id
