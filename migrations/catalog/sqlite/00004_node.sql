-- The nodes that serve projects, and who of them does work that one must do.

-- +goose Up
PRAGMA user_version = 4;

CREATE TABLE node (
    id      TEXT    PRIMARY KEY,
    url     TEXT    NOT NULL, -- where the others ask it
    version TEXT    NOT NULL, -- of its program
    seen    INTEGER NOT NULL  -- Unix milliseconds of this database's clock
) STRICT;

CREATE TABLE lease (
    name    TEXT    PRIMARY KEY,
    holder  TEXT    NOT NULL, -- '' if it was given back
    fence   INTEGER NOT NULL, -- another, greater one for each holder
    expires INTEGER NOT NULL  -- Unix milliseconds of this database's clock
) STRICT;
