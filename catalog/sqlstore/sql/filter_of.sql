-- The filter of a project; by the primary key.
SELECT version, stamp FROM filter WHERE project = $1
