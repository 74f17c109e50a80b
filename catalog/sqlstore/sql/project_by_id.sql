-- The project with an id; by its index.
SELECT p.number, p.id, p.node, p.root, p.name, p.renamed, p.base, p.remote, p.head, p.repository, p.copied_from, p.kind, p.state,
       p.languages, p.files, p.items, p.schema_version, p.extractor_version, p.last_indexed, p.last_seen,
       p.published_node, p.published_base, p.published_by, p.published_hash, p.published_at, p.published_indexed,
       p.manifests, p.links
FROM project p
WHERE p.id = $1
