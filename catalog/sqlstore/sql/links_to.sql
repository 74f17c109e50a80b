-- The derived links to the projects with the ids of a list; by the index of
-- where links end.
SELECT f.id, t.id, l.tier, l.ecosystem, l.package, l.required, l.found, l.dev, l.optional, l.file, l.line, l.entry, l.via
FROM project t
JOIN link l ON l.to_project = t.number
JOIN project f ON f.number = l.from_project
WHERE t.id IN (SELECT value FROM json_each($1))
