-- The rows of a bucket for the projects of a list; by the primary key.
SELECT project, prints FROM filter_row WHERE bucket = $1 AND project IN (SELECT value FROM json_each($2)) ORDER BY project
