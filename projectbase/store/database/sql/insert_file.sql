-- Enters a file, or changes it.
INSERT OR REPLACE INTO file (id, path, language, indexed_at, partial, facts)
VALUES (?, ?, ?, ?, ?, ?)
