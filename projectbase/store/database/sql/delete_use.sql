-- Drops the users of a symbol that has none left.
DELETE FROM use WHERE target = ?
