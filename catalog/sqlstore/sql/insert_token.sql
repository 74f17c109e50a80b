-- Enters a token.
INSERT INTO token (id, name, hash, scope, projects, created, expires, last_used, revoked) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
