-- Enters a node, or brings its row up to date; by its id.
INSERT INTO node (id, url, version, seen) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET url = excluded.url, version = excluded.version, seen = excluded.seen
