-- All that resolving needs of all files, by id.
SELECT o.file_id, o.slots, o.data, e.consulted
FROM outline o
LEFT JOIN edge e ON e.file_id = o.file_id
ORDER BY o.file_id
