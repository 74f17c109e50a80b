-- The symbols with ids between the parameters, in order; by the table's key.
SELECT id, container, kind, word, name, fold, owner, line, signature, prototype, type, doc, visibility, access, flags, place, branches
FROM symbol
WHERE id BETWEEN ?1 AND ?2
ORDER BY id
