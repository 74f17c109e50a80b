-- The blocks that begin after a fold, in order; by the index on first.
SELECT block, first, folds, items, spellings
FROM dictionary
WHERE first > ?1
ORDER BY first
