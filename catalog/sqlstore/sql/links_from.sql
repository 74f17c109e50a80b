-- The derived links from the projects with the ids of a list; by the index of
-- where links start.
SELECT f.id, t.id, l.tier, l.ecosystem, l.package, l.required, l.found, l.dev, l.optional, l.file, l.line, l.entry, l.via
FROM project f
JOIN link l ON l.from_project = f.number
JOIN project t ON t.number = l.to_project
WHERE f.id IN (SELECT value FROM json_each($1))
