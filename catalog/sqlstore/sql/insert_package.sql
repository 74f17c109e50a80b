-- Enters a package.
INSERT INTO package (project, ecosystem, name, key, version, dir, file, line) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
