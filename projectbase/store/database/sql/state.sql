-- The numbers that tell one state of the base from another, and how many items it holds.
SELECT generation, terms, items FROM state WHERE id = 1
