-- Notes another stat of a file; by the table's key.
UPDATE file SET size = ?2, mtime = ?3, changed = ?4, inode = ?5 WHERE id = ?1
