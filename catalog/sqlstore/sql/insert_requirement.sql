-- Enters a requirement.
INSERT INTO requirement (project, ecosystem, name, key, alias, version, dev, optional, indirect, workspace, local, file, line, entry)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
