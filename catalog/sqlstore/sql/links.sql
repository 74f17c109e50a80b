-- All derived links; read whole.
SELECT f.id, t.id, l.tier, l.ecosystem, l.package, l.required, l.found, l.dev, l.optional, l.file, l.line, l.entry, l.via
FROM link l
JOIN project f ON f.number = l.from_project
JOIN project t ON t.number = l.to_project
