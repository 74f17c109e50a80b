-- Marks another state of the base.
UPDATE state SET generation = ?1, terms = ?2, items = ?3 WHERE id = 1
