-- Tokens of those who may ask a service over this catalog.

-- +goose Up
PRAGMA user_version = 2;

CREATE TABLE token (
    id        TEXT    PRIMARY KEY,
    name      TEXT    NOT NULL,
    hash      TEXT    NOT NULL UNIQUE, -- SHA-256 of the token, which is kept nowhere
    scope     TEXT    NOT NULL,
    projects  TEXT    NOT NULL, -- JSON list of globs; '' for all
    created   INTEGER NOT NULL, -- Unix seconds, as the others
    expires   INTEGER NOT NULL, -- 0: never
    last_used INTEGER NOT NULL,
    revoked   INTEGER NOT NULL  -- 0: it is not
) STRICT;
