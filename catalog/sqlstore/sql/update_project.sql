-- Brings the entry of a project up to date; by the index of ids.
UPDATE project
SET node = $2, root = $3, name = $4, renamed = $5, base = $6, remote = $7, head = $8, repository = $9, copied_from = $10,
    kind = $11, state = $12, languages = $13, files = $14, items = $15, schema_version = $16, extractor_version = $17,
    last_indexed = $18, last_seen = $19, manifests = $20, links = $21
WHERE id = $1
