-- A catalog of format 6 in SQLite; upgrade_test.go says how it was made.
PRAGMA application_id = 1128743764;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
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
INSERT INTO "audit" VALUES('ac8539b4b434de6771bfb9be',1795349479455,'fixture','token','08823ae9','anna','query','','all','ok');
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
INSERT INTO "lease" VALUES('links','',3,0);
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
INSERT INTO "link" VALUES(2,1,'name','go','example.com/lib','v1.0.0','',0,0,'go.mod',3,'require','');
CREATE TABLE manual_link (
    project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    root    TEXT    NOT NULL,
    to_id   TEXT    NOT NULL, -- '' if it was unknown
    name    TEXT    NOT NULL
) STRICT;
INSERT INTO "manual_link" VALUES(2,'/src/tool','28a8c456072bc3508a29eb7d8133fd0c','helper');
CREATE TABLE migration (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "migration" VALUES(1,0,1,'2026-11-22 12:11:15');
INSERT INTO "migration" VALUES(2,1,1,'2026-11-22 12:11:15');
INSERT INTO "migration" VALUES(3,2,1,'2026-11-22 12:11:15');
INSERT INTO "migration" VALUES(4,3,1,'2026-11-22 12:11:15');
INSERT INTO "migration" VALUES(5,4,1,'2026-11-22 12:11:15');
INSERT INTO "migration" VALUES(6,5,1,'2026-11-22 12:11:15');
INSERT INTO "migration" VALUES(7,6,1,'2026-11-22 12:11:15');
CREATE TABLE node (
    id      TEXT    PRIMARY KEY,
    url     TEXT    NOT NULL, -- where the others ask it
    version TEXT    NOT NULL, -- of its program
    seen    INTEGER NOT NULL  -- Unix milliseconds of this database's clock
) STRICT;
INSERT INTO "node" VALUES('fixture','http://127.0.0.1:7999','(devel)',1795349482300);
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
INSERT INTO "package" VALUES(1,'go','example.com/lib','example.com/lib','','.','go.mod',1);
INSERT INTO "package" VALUES(2,'go','example.com/app','example.com/app','','.','go.mod',1);
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
INSERT INTO "project" VALUES(1,'7655f5ef4bcb11c1d6c7c53709452b8f','fixture','/src/lib','lib',0,'/src/lib/.codegraph','','','','','manifest','indexed','{"go":1}',1,6,'2.0','8',1795349475,1795349475,'fcd837cefaa8c343e68f6781e5c8c29d1786dcf77a0010f1131e89ac3a0d1e15','1d8fc6ceb1f94c6326d6d5483d258fcb2e179e9869325b245d105c2219bf69fd','','','','',0,0);
INSERT INTO "project" VALUES(2,'dd7d6b5ab71c540bd268548fc506d5c8','fixture','/src/app','app',0,'/src/app/.codegraph','','','','','manifest','indexed','{"go":1}',1,7,'2.0','8',1795349475,1795349475,'97e748bf69f28b177beaa010922be14c520ea5b447cc810ea9dd5b5087392648','be521faf8cd2d2608517f582a3d43f28240903eb9282992fa1b8efb4e22b5bf2','','','','',0,0);
INSERT INTO "project" VALUES(3,'28a8c456072bc3508a29eb7d8133fd0c','fixture','/src/tool','hammer',1,'/src/tool/.codegraph','','','','','','indexed','{"go":1}',1,2,'2.0','8',1795349475,1795349475,'95cb9b4f84ceff132cc7a875d8c192bf4997016a939ee64141c1fd628c0e8738','1d8fc6ceb1f94c6326d6d5483d258fcb2e179e9869325b245d105c2219bf69fd','','','','',0,0);
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
INSERT INTO "requirement" VALUES(2,'go','example.com/lib','example.com/lib','','v1.0.0',0,0,0,0,'','go.mod',3,'require');
CREATE TABLE state (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    version   INTEGER NOT NULL,
    manifests INTEGER NOT NULL,
    links_of  INTEGER NOT NULL,
    filters   INTEGER NOT NULL,
    seen      INTEGER NOT NULL
) STRICT;
INSERT INTO "state" VALUES(1,9,4,4,0,0);
CREATE TABLE tag (
    project INTEGER NOT NULL REFERENCES project (number) ON DELETE CASCADE,
    tag     TEXT    NOT NULL,
    PRIMARY KEY (project, tag)
) STRICT, WITHOUT ROWID;
INSERT INTO "tag" VALUES(1,'base');
INSERT INTO "tag" VALUES(1,'shared');
INSERT INTO "tag" VALUES(2,'web');
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
INSERT INTO "token" VALUES('08823ae9','anna','9fbfc0134cf9930a5c8bf640de335a2e803f8661c02c48da984a1001f96e8755','write','["app*"]',1795349476,0,1795349479,0);
INSERT INTO "token" VALUES('5d7fdf9a','guest','e9fa02ee8b5941737c6271a0804b32f60a1f9ebb5376ae629245226f5c8abb65','read','',1795349476,0,0,1795349477);
CREATE INDEX package_project ON package (project);
CREATE INDEX package_key ON package (ecosystem, key);
CREATE INDEX requirement_project ON requirement (project);
CREATE INDEX requirement_key ON requirement (ecosystem, key);
CREATE INDEX manual_link_project ON manual_link (project);
CREATE INDEX link_from ON link (from_project);
CREATE INDEX link_to ON link (to_project);
CREATE INDEX audit_at ON audit (at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('migration',7);
INSERT INTO "sqlite_sequence" VALUES('project',3);
COMMIT;
