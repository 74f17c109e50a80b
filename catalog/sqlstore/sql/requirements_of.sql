-- The requirements of the projects with the ids of a list; by the index of projects.
SELECT p.id, r.ecosystem, r.name, r.key, r.alias, r.version, r.dev, r.optional, r.indirect, r.workspace, r.local, r.file, r.line,
       r.entry
FROM project p JOIN requirement r ON r.project = p.number
WHERE p.id IN (SELECT value FROM json_each($1))
