-- The catalog in SQLite. Package catalog/sqlstore is the only one that reads
-- and writes it.

-- +goose Up
PRAGMA application_id = 1128743764; -- "CGCT"
PRAGMA user_version = 1;

-- One row of counters: version is another number after each write but those of
-- filters and times seen, manifests after each that may change a derived link,
-- filters after each of a filter, seen after each of a time seen. links_of is the number of manifests that the
-- derived links were made from.
CREATE TABLE state (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    version   INTEGER NOT NULL,
    manifests INTEGER NOT NULL,
    links_of  INTEGER NOT NULL,
    filters   INTEGER NOT NULL,
    seen      INTEGER NOT NULL
) STRICT;
INSERT INTO state (id, version, manifests, links_of, filters, seen) VALUES (1, 1, 1, 0, 0, 0);

-- number is never used again: rows of filters are removed by it in their own time.
CREATE TABLE project (
    number            INTEGER PRIMARY KEY AUTOINCREMENT,
    id                TEXT    NOT NULL UNIQUE,
    node              TEXT    NOT NULL,
    root              TEXT    NOT NULL,
    name              TEXT    NOT NULL,
    renamed           INTEGER NOT NULL, -- 1: people chose the name
    base              TEXT    NOT NULL,
    remote            TEXT    NOT NULL,
    head              TEXT    NOT NULL,
    repository        TEXT    NOT NULL,
    copied_from       TEXT    NOT NULL,
    kind              TEXT    NOT NULL,
    state             TEXT    NOT NULL,
    languages         TEXT    NOT NULL, -- JSON object: files by language
    files             INTEGER NOT NULL,
    items             INTEGER NOT NULL,
    schema_version    TEXT    NOT NULL,
    extractor_version TEXT    NOT NULL,
    last_indexed      INTEGER NOT NULL, -- Unix seconds
    last_seen         INTEGER NOT NULL,
    manifests         TEXT    NOT NULL, -- SHA-256 of packages and requirements
    links             TEXT    NOT NULL, -- SHA-256 of the links by hand
    UNIQUE (node, root)
) STRICT;

CREATE TABLE tag (
    project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    tag     TEXT    NOT NULL,
    PRIMARY KEY (project, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE package (
    project   INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    ecosystem TEXT    NOT NULL,
    name      TEXT    NOT NULL,
    key       TEXT    NOT NULL,
    version   TEXT    NOT NULL,
    dir       TEXT    NOT NULL,
    file      TEXT    NOT NULL,
    line      INTEGER NOT NULL
) STRICT;
CREATE INDEX package_project ON package (project);
CREATE INDEX package_key ON package (ecosystem, key);

CREATE TABLE requirement (
    project   INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    ecosystem TEXT    NOT NULL,
    name      TEXT    NOT NULL,
    key       TEXT    NOT NULL,
    alias     TEXT    NOT NULL,
    version   TEXT    NOT NULL,
    dev       INTEGER NOT NULL,
    optional  INTEGER NOT NULL,
    indirect  INTEGER NOT NULL,
    workspace INTEGER NOT NULL,
    local     TEXT    NOT NULL,
    file      TEXT    NOT NULL,
    line      INTEGER NOT NULL,
    entry     TEXT    NOT NULL
) STRICT;
CREATE INDEX requirement_project ON requirement (project);
CREATE INDEX requirement_key ON requirement (ecosystem, key);

-- Links by people, as the base of the project has them.
CREATE TABLE manual_link (
    project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    root    TEXT    NOT NULL,
    to_id   TEXT    NOT NULL, -- '' if it was unknown
    name    TEXT    NOT NULL
) STRICT;
CREATE INDEX manual_link_project ON manual_link (project);

-- Links derived from manifests.
CREATE TABLE link (
    from_project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    to_project   INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    tier         TEXT    NOT NULL,
    ecosystem    TEXT    NOT NULL,
    package      TEXT    NOT NULL,
    required     TEXT    NOT NULL,
    found        TEXT    NOT NULL,
    dev          INTEGER NOT NULL,
    optional     INTEGER NOT NULL,
    file         TEXT    NOT NULL,
    line         INTEGER NOT NULL,
    entry        TEXT    NOT NULL,
    via          TEXT    NOT NULL
) STRICT;
CREATE INDEX link_from ON link (from_project);
CREATE INDEX link_to ON link (to_project);

-- The filter of a project's terms: the stamp of its base, packed, and the rows.
-- By bucket first, so that a question reads a run of pages and not all filters.
CREATE TABLE filter (
    project INTEGER PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    version TEXT    NOT NULL,
    stamp   BLOB    NOT NULL
) STRICT;

CREATE TABLE filter_row (
    bucket  INTEGER NOT NULL,
    project INTEGER NOT NULL,
    prints  BLOB    NOT NULL,
    PRIMARY KEY (bucket, project)
) STRICT, WITHOUT ROWID;
