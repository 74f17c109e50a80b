-- Who uses whom: where the types of local names come from, what files declare
-- for others, and what references were resolved to. From now on the columns of
-- symbol leave out what follows from others: word is NULL where it is the name of
-- the kind, fold where the name is ASCII, and signature is empty where it is the
-- word, the name and the type of something that cannot be called.

-- +goose Up
PRAGMA user_version = 2;

ALTER TABLE file_data ADD COLUMN bindings BLOB NOT NULL DEFAULT x''; -- packed

DROP INDEX symbol_name;
CREATE INDEX symbol_name ON symbol (ifnull(fold, lower(name)));

-- What is kept of a file so that the references of others can be resolved.
CREATE TABLE outline (
    file_id INTEGER PRIMARY KEY,
    slots   BLOB NOT NULL, -- packed; empty where each symbol's is its ordinal
    data    BLOB NOT NULL  -- packed by package resolve
) STRICT;

CREATE TABLE edge (
    file_id   INTEGER PRIMARY KEY,
    data      BLOB NOT NULL, -- packed; one edge a reference
    consulted BLOB NOT NULL  -- packed hashes of names
) STRICT;

-- Which files have an edge to a symbol.
CREATE TABLE use (
    target INTEGER PRIMARY KEY, -- file << 24 | slot
    files  BLOB NOT NULL        -- packed
) STRICT;
