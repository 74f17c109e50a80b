-- All tokens; their one table, read whole.
SELECT id, name, hash, scope, projects, created, expires, last_used, revoked FROM token ORDER BY created, id
