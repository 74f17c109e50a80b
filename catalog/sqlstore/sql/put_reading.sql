-- Keeps what an entry was made from.
INSERT INTO reading (project, stamp, manifests, files, packages) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (project) DO UPDATE SET stamp = excluded.stamp, manifests = excluded.manifests, files = excluded.files, packages = excluded.packages
