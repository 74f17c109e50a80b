-- Notes where a project's published base is; by the index of ids.
UPDATE project
SET published_node = $2, published_base = $3, published_by = $4, published_hash = $5, published_at = $6, published_indexed = $7
WHERE id = $1
