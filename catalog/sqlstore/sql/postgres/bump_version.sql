-- Says that something changed, also to those who listen.
WITH bumped AS (UPDATE state SET version = version + 1 WHERE id = 1 RETURNING version)
SELECT pg_notify('codegraph', current_schema()) FROM bumped
