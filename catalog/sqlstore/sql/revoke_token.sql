-- Ends a token; by its id.
UPDATE token SET revoked = $2 WHERE id = $1
