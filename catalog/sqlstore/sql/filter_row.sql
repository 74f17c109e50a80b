-- One row of a filter; by the primary key.
SELECT prints FROM filter_row WHERE bucket = $1 AND project = $2
