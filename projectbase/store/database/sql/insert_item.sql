-- Enters an item.
INSERT INTO item (id, term, n)
VALUES (?, ?, ?)
