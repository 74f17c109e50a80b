-- Starts a transaction that writes; waits for others that do.
BEGIN IMMEDIATE
