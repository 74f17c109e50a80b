-- Empties the table, before it is written anew.
DELETE FROM metadata
