-- Notes when a token was used; by its id.
UPDATE token SET last_used = $2 WHERE id = $1
