-- What entries were made from, so that a scan need not read it again.

-- +goose Up
PRAGMA user_version = 3;

CREATE TABLE reading (
    project   INTEGER PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    stamp     BLOB    NOT NULL, -- of the base, packed
    manifests BLOB    NOT NULL, -- paths, with a zero byte between them
    files     TEXT    NOT NULL, -- stands for the manifests' stamps
    packages  INTEGER NOT NULL
) STRICT;
