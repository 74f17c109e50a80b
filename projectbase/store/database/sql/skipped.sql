-- All paths that are not indexed, by path.
SELECT path, reason, dir, size, mtime, changed, inode FROM skipped ORDER BY path
