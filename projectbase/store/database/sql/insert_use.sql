-- Enters the files that have an edge to a symbol, or changes them.
INSERT OR REPLACE INTO use (target, files)
VALUES (?, ?)
