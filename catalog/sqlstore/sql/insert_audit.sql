-- Enters a line of the audit log, once; by its id.
INSERT INTO audit (id, at, node, bearer, token, name, what, project, scope, outcome) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (id) DO NOTHING
