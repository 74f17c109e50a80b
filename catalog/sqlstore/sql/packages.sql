-- All packages; read whole.
SELECT p.id, k.ecosystem, k.name, k.key, k.version, k.dir, k.file, k.line
FROM package k JOIN project p ON p.number = k.project
