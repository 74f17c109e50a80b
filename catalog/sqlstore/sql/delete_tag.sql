-- Takes a tag away; by the primary key.
DELETE FROM tag WHERE project = $1 AND tag = $2
