-- The whole dictionary; a scan of it, some hundred rows.
SELECT block, first, folds, items, spellings FROM dictionary
