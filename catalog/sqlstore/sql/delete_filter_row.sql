-- Removes a row of a filter; by the primary key.
DELETE FROM filter_row WHERE bucket = $1 AND project = $2
