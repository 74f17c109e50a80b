-- The symbols whose name has the given fold, in order; by symbol_name.
SELECT id, container, kind, word, name, fold, owner, line, signature, prototype, type, doc, visibility, access, flags, place, branches
FROM symbol
WHERE ifnull(fold, lower(name)) = ?1
ORDER BY id
