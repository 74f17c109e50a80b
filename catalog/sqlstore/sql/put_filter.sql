-- Keeps the stamp of a filter.
INSERT INTO filter (project, version, stamp) VALUES ($1, $2, $3)
ON CONFLICT (project) DO UPDATE SET version = excluded.version, stamp = excluded.stamp
