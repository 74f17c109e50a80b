-- The packages of an ecosystem with the keys of a list; by the index of keys.
SELECT p.id, k.ecosystem, k.name, k.key, k.version, k.dir, k.file, k.line
FROM package k JOIN project p ON p.number = k.project
WHERE k.ecosystem = $1 AND k.key IN (SELECT value FROM json_each($2))
