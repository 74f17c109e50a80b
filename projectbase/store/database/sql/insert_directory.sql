-- Enters a directory.
INSERT OR REPLACE INTO directory (path, size, mtime, changed, inode)
VALUES (?, ?, ?, ?, ?)
