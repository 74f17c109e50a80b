-- Says that a time seen changed.
UPDATE state SET seen = seen + 1 WHERE id = 1
