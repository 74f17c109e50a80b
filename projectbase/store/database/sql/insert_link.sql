-- Enters a link, or changes the one with its path.
INSERT INTO dependencies (path, name, last_checked, project_id)
VALUES (?, ?, ?, ?)
ON CONFLICT (path) DO UPDATE SET name = excluded.name, last_checked = excluded.last_checked, project_id = excluded.project_id
