-- Enters a derived link.
INSERT INTO link (from_project, to_project, tier, ecosystem, package, required, found, dev, optional, file, line, entry, via)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
