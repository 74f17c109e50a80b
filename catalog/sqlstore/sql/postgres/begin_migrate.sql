-- Starts a transaction that holds the right to migrate the schema until it
-- ends; waits for it, for so many milliseconds. Poolers keep a transaction on one
-- connection, where they would not keep a session.
BEGIN;
SET LOCAL lock_timeout = %d;
SELECT pg_advisory_xact_lock(1128743764, hashtext(current_schema()))
