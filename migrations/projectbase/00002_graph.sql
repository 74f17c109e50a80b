-- Who uses whom: where the types of local names come from, what files declare
-- for others, and what references were resolved to. The column word of symbol is
-- NULL from now on where it is the name of the kind.

-- +goose Up
PRAGMA user_version = 2;

ALTER TABLE file_data ADD COLUMN bindings BLOB NOT NULL DEFAULT x''; -- packed

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
