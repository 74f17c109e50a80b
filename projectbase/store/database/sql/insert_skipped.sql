-- Enters a path that is not indexed.
INSERT OR REPLACE INTO skipped (path, reason, dir, size, mtime, changed, inode)
VALUES (?, ?, ?, ?, ?, ?, ?)
