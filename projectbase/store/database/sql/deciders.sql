-- All files that decide what is indexed, by path.
SELECT path, size, mtime, changed, inode FROM decider ORDER BY path
