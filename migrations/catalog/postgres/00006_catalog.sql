-- The catalog in Postgres, in the first schema of the search path: all tables of
-- format 6. It replaces migrations 1 to 6, so that a database of format 6 is
-- current. Only package catalog/sqlstore uses it. Texts are UTF-8; sqlstore escapes
-- other bytes.

-- +goose Up
-- One row of counters. version grows with each write, except writes of filters and
-- of times seen; manifests with each write that may change a derived link; filters
-- and seen with each write of their kind. links_of is the value of manifests from
-- which the derived links were made. Writers lock this row.
CREATE TABLE state (
    id        BIGINT PRIMARY KEY CHECK (id = 1),
    version   BIGINT NOT NULL,
    manifests BIGINT NOT NULL,
    links_of  BIGINT NOT NULL,
    filters   BIGINT NOT NULL,
    seen      BIGINT NOT NULL
);
INSERT INTO state (id, version, manifests, links_of, filters, seen) VALUES (1, 1, 1, 0, 0, 0);

CREATE TABLE project (
    number            BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    id                TEXT   NOT NULL UNIQUE,
    node              TEXT   NOT NULL,
    root              TEXT   NOT NULL,
    name              TEXT   NOT NULL,
    renamed           BIGINT NOT NULL, -- 1: a user chose the name
    base              TEXT   NOT NULL,
    remote            TEXT   NOT NULL,
    head              TEXT   NOT NULL,
    repository        TEXT   NOT NULL,
    copied_from       TEXT   NOT NULL,
    kind              TEXT   NOT NULL,
    state             TEXT   NOT NULL,
    languages         TEXT   NOT NULL, -- JSON object: files by language
    files             BIGINT NOT NULL,
    items             BIGINT NOT NULL,
    schema_version    TEXT   NOT NULL,
    extractor_version TEXT   NOT NULL,
    last_indexed      BIGINT NOT NULL, -- Unix seconds
    last_seen         BIGINT NOT NULL,
    manifests         TEXT   NOT NULL, -- SHA-256 of packages and requirements
    links             TEXT   NOT NULL, -- SHA-256 of the manual links
    published_node    TEXT   NOT NULL DEFAULT '', -- machine of the service with the published index; '' if there is none
    published_base    TEXT   NOT NULL DEFAULT '', -- its directory there
    published_by      TEXT   NOT NULL DEFAULT '', -- name of the publishing token
    published_hash    TEXT   NOT NULL DEFAULT '', -- SHA-256 of the index
    published_at      BIGINT NOT NULL DEFAULT 0,  -- Unix seconds
    published_indexed BIGINT NOT NULL DEFAULT 0,  -- when the index was last compared with the files
    UNIQUE (node, root)
);

CREATE TABLE tag (
    project BIGINT NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    tag     TEXT   NOT NULL,
    PRIMARY KEY (project, tag)
);

CREATE TABLE package (
    project   BIGINT NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    ecosystem TEXT   NOT NULL,
    name      TEXT   NOT NULL,
    key       TEXT   NOT NULL,
    version   TEXT   NOT NULL,
    dir       TEXT   NOT NULL,
    file      TEXT   NOT NULL,
    line      BIGINT NOT NULL
);
CREATE INDEX package_project ON package (project);
-- A key may be too long for a B-tree.
CREATE INDEX package_key ON package USING hash (key);

CREATE TABLE requirement (
    project   BIGINT NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    ecosystem TEXT   NOT NULL,
    name      TEXT   NOT NULL,
    key       TEXT   NOT NULL,
    alias     TEXT   NOT NULL,
    version   TEXT   NOT NULL,
    dev       BIGINT NOT NULL,
    optional  BIGINT NOT NULL,
    indirect  BIGINT NOT NULL,
    workspace BIGINT NOT NULL,
    local     TEXT   NOT NULL,
    file      TEXT   NOT NULL,
    line      BIGINT NOT NULL,
    entry     TEXT   NOT NULL
);
CREATE INDEX requirement_project ON requirement (project);
CREATE INDEX requirement_key ON requirement USING hash (key);

-- Links that users made. The index of the project stores them too.
CREATE TABLE manual_link (
    project BIGINT NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    root    TEXT   NOT NULL,
    to_id   TEXT   NOT NULL, -- '' if the other project is unknown
    name    TEXT   NOT NULL
);
CREATE INDEX manual_link_project ON manual_link (project);

-- Links derived from manifests.
CREATE TABLE link (
    from_project BIGINT NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    to_project   BIGINT NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    tier         TEXT   NOT NULL,
    ecosystem    TEXT   NOT NULL,
    package      TEXT   NOT NULL,
    required     TEXT   NOT NULL,
    found        TEXT   NOT NULL,
    dev          BIGINT NOT NULL,
    optional     BIGINT NOT NULL,
    file         TEXT   NOT NULL,
    line         BIGINT NOT NULL,
    entry        TEXT   NOT NULL,
    via          TEXT   NOT NULL
);
CREATE INDEX link_from ON link (from_project);
CREATE INDEX link_to ON link (to_project);

-- The term filter of a project: the packed stamp of its index, and the rows. The
-- bucket comes first, so that a query reads few pages.
CREATE TABLE filter (
    project BIGINT PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    version TEXT   NOT NULL,
    stamp   BYTEA  NOT NULL
);

CREATE TABLE filter_row (
    bucket  BIGINT NOT NULL,
    project BIGINT NOT NULL,
    prints  BYTEA  NOT NULL,
    PRIMARY KEY (bucket, project)
);

-- Access tokens of a service.
CREATE TABLE token (
    id        TEXT   PRIMARY KEY,
    name      TEXT   NOT NULL,
    hash      TEXT   NOT NULL UNIQUE, -- SHA-256 of the secret
    scope     TEXT   NOT NULL,
    projects  TEXT   NOT NULL, -- JSON list of globs; '' for all projects
    created   BIGINT NOT NULL, -- this and the other times: Unix seconds
    expires   BIGINT NOT NULL, -- 0: never
    last_used BIGINT NOT NULL,
    revoked   BIGINT NOT NULL  -- 0: not revoked
);

-- The files from which an entry was made. They save a scan the work of opening
-- unchanged indexes.
CREATE TABLE reading (
    project   BIGINT PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    stamp     BYTEA  NOT NULL, -- of the index, packed
    manifests BYTEA  NOT NULL, -- paths, separated by zero bytes
    files     TEXT   NOT NULL, -- digest of the manifests' stamps
    packages  BIGINT NOT NULL
);

-- Unused since migration 7.
CREATE TABLE node (
    id      TEXT   PRIMARY KEY,
    url     TEXT   NOT NULL, -- address for other services
    version TEXT   NOT NULL, -- of its program
    seen    BIGINT NOT NULL  -- Unix milliseconds of this database's clock
);

-- Leases for work that only one process may do.
CREATE TABLE lease (
    name    TEXT   PRIMARY KEY,
    holder  TEXT   NOT NULL, -- '' if the holder gave it back
    fence   BIGINT NOT NULL, -- grows with each holder
    expires BIGINT NOT NULL  -- Unix milliseconds of this database's clock
);

-- One row for each request to a service.
CREATE TABLE audit (
    id      TEXT   PRIMARY KEY, -- random
    at      BIGINT NOT NULL, -- Unix milliseconds
    node    TEXT   NOT NULL, -- machine of the service
    bearer  TEXT   NOT NULL, -- how the client identified itself
    token   TEXT   NOT NULL, -- id; '' if it has none
    name    TEXT   NOT NULL, -- of the token
    what    TEXT   NOT NULL,
    project TEXT   NOT NULL, -- as in the request
    scope   TEXT   NOT NULL, -- as in the request
    outcome TEXT   NOT NULL
);
CREATE INDEX audit_at ON audit (at);
