-- The file at a path; by the index on path.
SELECT id, path, language, indexed_at, partial, facts FROM file WHERE path = ?1
