-- The catalog in SQLite: all tables of format 6. It replaces migrations 1 to 6, so
-- that a database of format 6 is current. Only package catalog/sqlstore uses it.

-- +goose Up
PRAGMA application_id = 1128743764; -- "CGCT"
PRAGMA user_version = 6;

-- One row of counters. version grows with each write, except writes of filters and
-- of times seen; manifests with each write that may change a derived link; filters
-- and seen with each write of their kind. links_of is the value of manifests from
-- which the derived links were made.
CREATE TABLE state (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    version   INTEGER NOT NULL,
    manifests INTEGER NOT NULL,
    links_of  INTEGER NOT NULL,
    filters   INTEGER NOT NULL,
    seen      INTEGER NOT NULL
) STRICT;
INSERT INTO state (id, version, manifests, links_of, filters, seen) VALUES (1, 1, 1, 0, 0, 0);

-- A number is never reused: the rows of old filters are removed by it later.
CREATE TABLE project (
    number            INTEGER PRIMARY KEY AUTOINCREMENT,
    id                TEXT    NOT NULL UNIQUE,
    node              TEXT    NOT NULL,
    root              TEXT    NOT NULL,
    name              TEXT    NOT NULL,
    renamed           INTEGER NOT NULL, -- 1: a user chose the name
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
    links             TEXT    NOT NULL, -- SHA-256 of the manual links
    published_node    TEXT    NOT NULL DEFAULT '', -- machine of the service with the published index; '' if there is none
    published_base    TEXT    NOT NULL DEFAULT '', -- its directory there
    published_by      TEXT    NOT NULL DEFAULT '', -- name of the publishing token
    published_hash    TEXT    NOT NULL DEFAULT '', -- SHA-256 of the index
    published_at      INTEGER NOT NULL DEFAULT 0,  -- Unix seconds
    published_indexed INTEGER NOT NULL DEFAULT 0,  -- when the index was last compared with the files
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

-- Links that users made. The index of the project stores them too.
CREATE TABLE manual_link (
    project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    root    TEXT    NOT NULL,
    to_id   TEXT    NOT NULL, -- '' if the other project is unknown
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

-- The term filter of a project: the packed stamp of its index, and the rows. The
-- bucket comes first, so that a query reads few pages.
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

-- Access tokens of a service.
CREATE TABLE token (
    id        TEXT    PRIMARY KEY,
    name      TEXT    NOT NULL,
    hash      TEXT    NOT NULL UNIQUE, -- SHA-256 of the secret
    scope     TEXT    NOT NULL,
    projects  TEXT    NOT NULL, -- JSON list of globs; '' for all projects
    created   INTEGER NOT NULL, -- this and the other times: Unix seconds
    expires   INTEGER NOT NULL, -- 0: never
    last_used INTEGER NOT NULL,
    revoked   INTEGER NOT NULL  -- 0: not revoked
) STRICT;

-- The files from which an entry was made. They save a scan the work of opening
-- unchanged indexes.
CREATE TABLE reading (
    project   INTEGER PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    stamp     BLOB    NOT NULL, -- of the index, packed
    manifests BLOB    NOT NULL, -- paths, separated by zero bytes
    files     TEXT    NOT NULL, -- digest of the manifests' stamps
    packages  INTEGER NOT NULL
) STRICT;

-- Unused since migration 7.
CREATE TABLE node (
    id      TEXT    PRIMARY KEY,
    url     TEXT    NOT NULL, -- address for other services
    version TEXT    NOT NULL, -- of its program
    seen    INTEGER NOT NULL  -- Unix milliseconds of this database's clock
) STRICT;

-- Leases for work that only one process may do.
CREATE TABLE lease (
    name    TEXT    PRIMARY KEY,
    holder  TEXT    NOT NULL, -- '' if the holder gave it back
    fence   INTEGER NOT NULL, -- grows with each holder
    expires INTEGER NOT NULL  -- Unix milliseconds of this database's clock
) STRICT;

-- One row for each request to a service.
CREATE TABLE audit (
    id      TEXT    PRIMARY KEY, -- random
    at      INTEGER NOT NULL, -- Unix milliseconds
    node    TEXT    NOT NULL, -- machine of the service
    bearer  TEXT    NOT NULL, -- how the client identified itself
    token   TEXT    NOT NULL, -- id; '' if it has none
    name    TEXT    NOT NULL, -- of the token
    what    TEXT    NOT NULL,
    project TEXT    NOT NULL, -- as in the request
    scope   TEXT    NOT NULL, -- as in the request
    outcome TEXT    NOT NULL
) STRICT;
CREATE INDEX audit_at ON audit (at);
