-- Notes when a project was seen.
UPDATE project SET last_seen = $2 WHERE id = $1
