-- Who asked what of which project.

-- +goose Up
PRAGMA user_version = 6;

CREATE TABLE audit (
    id      TEXT    PRIMARY KEY, -- random
    at      INTEGER NOT NULL, -- Unix milliseconds
    node    TEXT    NOT NULL, -- that was asked
    bearer  TEXT    NOT NULL, -- kind of what the asker showed
    token   TEXT    NOT NULL, -- id of it; '': it has none
    name    TEXT    NOT NULL, -- of the token
    what    TEXT    NOT NULL,
    project TEXT    NOT NULL, -- as asked
    scope   TEXT    NOT NULL, -- as asked
    outcome TEXT    NOT NULL
) STRICT;
CREATE INDEX audit_at ON audit (at);
