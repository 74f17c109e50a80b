-- The files that have an edge to a symbol; by the key of use.
SELECT files FROM use WHERE target = ?
