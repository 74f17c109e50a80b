-- The packed edges of a file; by the key of edge.
SELECT data FROM edge WHERE file_id = ?
