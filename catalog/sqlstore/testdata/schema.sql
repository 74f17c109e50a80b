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
CREATE TABLE lease (
    name    TEXT    PRIMARY KEY,
    holder  TEXT    NOT NULL, -- '' if it was given back
    fence   INTEGER NOT NULL, -- another, greater one for each holder
    expires INTEGER NOT NULL  -- Unix milliseconds of this database's clock
) STRICT;
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
CREATE TABLE manual_link (
    project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    root    TEXT    NOT NULL,
    to_id   TEXT    NOT NULL, -- '' if it was unknown
    name    TEXT    NOT NULL
) STRICT;
CREATE TABLE node (
    id      TEXT    PRIMARY KEY,
    url     TEXT    NOT NULL, -- where the others ask it
    version TEXT    NOT NULL, -- of its program
    seen    INTEGER NOT NULL  -- Unix milliseconds of this database's clock
) STRICT;
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
    links             TEXT    NOT NULL, published_node    TEXT    NOT NULL DEFAULT '', published_base    TEXT    NOT NULL DEFAULT '', published_by      TEXT    NOT NULL DEFAULT '', published_hash    TEXT    NOT NULL DEFAULT '', published_at      INTEGER NOT NULL DEFAULT 0, published_indexed INTEGER NOT NULL DEFAULT 0, -- SHA-256 of the links by hand
    UNIQUE (node, root)
) STRICT;
CREATE TABLE reading (
    project   INTEGER PRIMARY KEY REFERENCES project (number) ON DELETE CASCADE,
    stamp     BLOB    NOT NULL, -- of the base, packed
    manifests BLOB    NOT NULL, -- paths, with a zero byte between them
    files     TEXT    NOT NULL, -- stands for the manifests' stamps
    packages  INTEGER NOT NULL
) STRICT;
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
CREATE TABLE state (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    version   INTEGER NOT NULL,
    manifests INTEGER NOT NULL,
    links_of  INTEGER NOT NULL,
    filters   INTEGER NOT NULL,
    seen      INTEGER NOT NULL
) STRICT;
CREATE TABLE tag (
    project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    tag     TEXT    NOT NULL,
    PRIMARY KEY (project, tag)
) STRICT, WITHOUT ROWID;
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
CREATE INDEX audit_at ON audit (at);
CREATE INDEX link_from ON link (from_project);
CREATE INDEX link_to ON link (to_project);
CREATE INDEX manual_link_project ON manual_link (project);
CREATE INDEX package_key ON package (ecosystem, key);
CREATE INDEX package_project ON package (project);
CREATE INDEX requirement_key ON requirement (ecosystem, key);
CREATE INDEX requirement_project ON requirement (project);
