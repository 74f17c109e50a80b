-- Drops an item; by the table's key.
DELETE FROM item WHERE id = ?1
