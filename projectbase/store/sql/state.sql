-- The numbers that tell one state of the base from another.
SELECT generation, terms FROM state WHERE id = 1
