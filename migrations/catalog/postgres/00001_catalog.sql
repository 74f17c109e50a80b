-- The catalog in Postgres, in the first schema of the search path. Package
-- catalog/sqlstore is the only one that reads and writes it. Texts are UTF-8;
-- sqlstore escapes what is not.

-- +goose Up

-- One row of counters: version is another number after each write but those of
-- filters and times seen, manifests after each that may change a derived link,
-- filters after each of a filter, seen after each of a time seen. links_of is the
-- number of manifests that the derived links were made from. Who writes locks it.
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
    renamed           BIGINT NOT NULL, -- 1: people chose the name
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
    links             TEXT   NOT NULL, -- SHA-256 of the links by hand
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
-- Keys may be longer than a row of a tree may be.
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

-- Links by people, as the base of the project has them.
CREATE TABLE manual_link (
    project BIGINT NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    root    TEXT   NOT NULL,
    to_id   TEXT   NOT NULL, -- '' if it was unknown
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

-- The filter of a project's terms: the stamp of its base, packed, and the rows.
-- By bucket first: a question reads one bucket of some projects.
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
