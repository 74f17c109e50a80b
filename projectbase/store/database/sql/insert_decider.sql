-- Enters a file that decides what is indexed.
INSERT OR REPLACE INTO decider (path, size, mtime, changed, inode)
VALUES (?, ?, ?, ?, ?)
