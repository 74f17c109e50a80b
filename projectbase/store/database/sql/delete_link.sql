-- Drops a link; by the index on path.
DELETE FROM dependencies WHERE path = ?1 RETURNING id
