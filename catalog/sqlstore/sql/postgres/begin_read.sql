-- Starts a transaction that sees one state.
BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY
