-- Enters a block of the dictionary, or changes it.
INSERT OR REPLACE INTO dictionary (block, first, folds, items, spellings)
VALUES (?, ?, ?, ?, ?)
