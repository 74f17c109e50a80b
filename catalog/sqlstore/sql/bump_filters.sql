-- Says that a filter changed.
UPDATE state SET filters = filters + 1 WHERE id = 1
