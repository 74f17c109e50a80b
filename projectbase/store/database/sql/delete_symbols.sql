-- Drops the symbols with ids between the parameters; by the table's key.
DELETE FROM symbol WHERE id BETWEEN ?1 AND ?2
