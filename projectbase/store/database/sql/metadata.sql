-- All that the base says of itself.
SELECT key, value FROM metadata ORDER BY key
