-- Enters a project and returns its number.
INSERT INTO project (id, node, root, name, renamed, base, remote, head, repository, copied_from, kind, state, languages, files,
                     items, schema_version, extractor_version, last_indexed, last_seen, manifests, links)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
RETURNING number
