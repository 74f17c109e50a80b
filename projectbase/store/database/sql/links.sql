-- The links that people entered, by path.
SELECT path, name, last_checked, project_id FROM dependencies ORDER BY path
