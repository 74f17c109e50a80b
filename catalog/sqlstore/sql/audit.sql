-- The latest lines of the audit log since a time, of a token or of all; by audit_at.
SELECT id, at, node, bearer, token, name, what, project, scope, outcome FROM audit
WHERE at >= $1 AND ($2 = '' OR token = $2) ORDER BY at DESC, id LIMIT $3
