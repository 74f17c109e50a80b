-- Drops a block of the dictionary; by the table's key.
DELETE FROM dictionary WHERE block = ?1
