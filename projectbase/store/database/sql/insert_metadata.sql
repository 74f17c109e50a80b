-- Enters what the base says of itself.
INSERT INTO metadata (key, value)
VALUES (?, ?)
