-- Starts a transaction that writes; waits for others that do, for so many
-- milliseconds. What it reads is what the one before it has left.
BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE;
SET LOCAL lock_timeout = %d;
SELECT version FROM state WHERE id = 1 FOR UPDATE
