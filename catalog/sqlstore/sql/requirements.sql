-- All requirements; read whole.
SELECT p.id, r.ecosystem, r.name, r.key, r.alias, r.version, r.dev, r.optional, r.indirect, r.workspace, r.local, r.file, r.line,
       r.entry
FROM requirement r JOIN project p ON p.number = r.project
