-- Says that something changed.
UPDATE state SET version = version + 1 WHERE id = 1
