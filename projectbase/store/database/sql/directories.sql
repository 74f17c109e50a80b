-- All directories, by path.
SELECT path, size, mtime, changed, inode FROM directory ORDER BY path
