-- What the entries with the ids of a list were made from; by the index of ids.
SELECT p.id, r.stamp, r.manifests, r.files, r.packages
FROM project p JOIN reading r ON r.project = p.number
WHERE p.id IN (SELECT value FROM json_each($1))
