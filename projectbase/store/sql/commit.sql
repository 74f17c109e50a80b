-- Ends a transaction.
COMMIT
