-- Begins a transaction that reads.
BEGIN
