-- The rows of a bucket; a run of the primary key.
SELECT project, prints FROM filter_row WHERE bucket = $1 ORDER BY project
