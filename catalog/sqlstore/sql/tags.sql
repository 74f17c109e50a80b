-- All tags of all projects; their one table, read whole.
SELECT project, tag FROM tag ORDER BY project, tag
