-- Gives up a transaction.
ROLLBACK
