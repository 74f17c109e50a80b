-- Starts a transaction that sees one state.
BEGIN
