-- The requirements of an ecosystem with the keys of a list; by the index of keys.
SELECT p.id, r.ecosystem, r.name, r.key, r.alias, r.version, r.dev, r.optional, r.indirect, r.workspace, r.local, r.file, r.line,
       r.entry
FROM requirement r JOIN project p ON p.number = r.project
WHERE r.ecosystem = $1 AND r.key IN (SELECT value FROM json_each($2))
