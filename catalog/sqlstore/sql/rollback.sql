-- Takes a transaction back.
ROLLBACK
