-- The stamps of all filters of a version; read whole, by number of project.
SELECT f.project, p.id, f.stamp
FROM filter f JOIN project p ON p.number = f.project
WHERE f.version = $1
ORDER BY f.project
