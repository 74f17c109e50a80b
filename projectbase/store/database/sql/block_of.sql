-- The block in which a fold is, if it is anywhere; by the index on first.
SELECT block, first, folds, items, spellings
FROM dictionary
WHERE first <= ?1
ORDER BY first DESC
LIMIT 1
