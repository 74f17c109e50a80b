-- Enters a symbol, or changes it.
INSERT OR REPLACE INTO symbol (id, container, kind, word, name, fold, owner, line, signature, prototype, type, doc, visibility, access,
                               flags, place, branches)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
