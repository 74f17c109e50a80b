-- The packages of the projects with the ids of a list; by the index of projects.
SELECT p.id, k.ecosystem, k.name, k.key, k.version, k.dir, k.file, k.line
FROM project p JOIN package k ON k.project = p.number
WHERE p.id IN (SELECT value FROM json_each($1))
