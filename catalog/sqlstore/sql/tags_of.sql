-- The tags of a project; by the primary key.
SELECT tag FROM tag WHERE project = $1 ORDER BY tag
