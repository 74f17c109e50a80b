-- An index of format 1 without files, as its migration made it (Python: iterdump,
-- with the pragmas).
PRAGMA application_id = 1128747074;
PRAGMA user_version = 1;
CREATE TABLE decider (
    path    TEXT    PRIMARY KEY,
    size    INTEGER NOT NULL,
    mtime   INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    inode   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE dependencies (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    path         TEXT NOT NULL UNIQUE,
    name         TEXT,
    last_checked INTEGER, -- Unix seconds
    project_id   TEXT
) STRICT;
CREATE TABLE dictionary (
    block     INTEGER PRIMARY KEY,
    first     TEXT NOT NULL UNIQUE, -- fold of the first term
    folds     BLOB NOT NULL,        -- packed, like the others
    items     BLOB NOT NULL,
    spellings BLOB NOT NULL
) STRICT;
CREATE TABLE directory (
    path    TEXT    PRIMARY KEY,
    size    INTEGER NOT NULL,
    mtime   INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    inode   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE file (
    id         INTEGER PRIMARY KEY,
    path       TEXT    NOT NULL UNIQUE,
    language   TEXT    NOT NULL,
    indexed_at INTEGER NOT NULL, -- nanoseconds since 1970
    partial    TEXT,             -- why only words were taken, NULL if all was
    facts      BLOB    NOT NULL  -- the SHA-256; then packed: stat and counts
) STRICT;
CREATE TABLE file_data (
    file_id    INTEGER PRIMARY KEY,
    items      BLOB NOT NULL, -- packed
    refs       BLOB NOT NULL, -- packed
    imports    BLOB NOT NULL, -- packed
    header     TEXT NOT NULL
) STRICT;
CREATE TABLE item (
    id   INTEGER PRIMARY KEY,
    term TEXT    NOT NULL,
    n    INTEGER NOT NULL -- occurrences
) STRICT;
CREATE TABLE metadata (
    key   TEXT PRIMARY KEY,
    value TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE migration (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "migration" VALUES(1,0,1,'2026-11-22 12:21:48');
INSERT INTO "migration" VALUES(2,1,1,'2026-11-22 12:21:48');
CREATE TABLE posting (
    item_id    INTEGER NOT NULL,
    first_file INTEGER NOT NULL,
    data       BLOB    NOT NULL, -- packed
    PRIMARY KEY (item_id, first_file)
) STRICT, WITHOUT ROWID;
CREATE TABLE skipped (
    path    TEXT    PRIMARY KEY,
    reason  TEXT    NOT NULL,
    dir     INTEGER NOT NULL,
    size    INTEGER NOT NULL,
    mtime   INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    inode   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE state (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    terms      INTEGER NOT NULL,
    items      INTEGER NOT NULL -- rows of item
) STRICT;
INSERT INTO "state" VALUES(1,0,0,0);
CREATE TABLE symbol (
    id          INTEGER PRIMARY KEY, -- file << 24 | ordinal in the file
    container   INTEGER,             -- ordinal of the symbol that holds it
    kind        INTEGER NOT NULL,
    word        TEXT,
    name        TEXT    NOT NULL,
    fold        TEXT,                -- NULL if equal to name
    owner       TEXT,
    line        INTEGER NOT NULL,    -- of the name
    signature   TEXT    NOT NULL,
    prototype   TEXT,                -- NULL if equal to signature
    type        TEXT,
    doc         TEXT,
    visibility  INTEGER NOT NULL,
    access      TEXT,
    flags       INTEGER NOT NULL,
    place       BLOB    NOT NULL,    -- packed
    branches    INTEGER NOT NULL
) STRICT;
CREATE INDEX symbol_name ON symbol (ifnull(fold, name));
CREATE VIEW files (id, path, hash, last_indexed) AS
SELECT id, path, lower(hex(substr(facts, 1, 32))), indexed_at / 1000000000 FROM file;
CREATE VIEW items (id, term) AS
SELECT id, term FROM item;
CREATE VIEW occurrences (item_id, file_id, line_id, line_number, line_type) AS
SELECT p.item_id, j.value ->> 0,
       (j.value ->> 1 >> 4) * 4 + CASE (j.value ->> 1 >> 1) & 7 WHEN 4 THEN 1 WHEN 5 THEN 2 ELSE 0 END,
       j.value ->> 1 >> 4,
       CASE (j.value ->> 1 >> 1) & 7 WHEN 0 THEN 'code' WHEN 1 THEN 'property' WHEN 2 THEN 'method'
            WHEN 3 THEN 'struct' WHEN 4 THEN 'comment' WHEN 5 THEN 'string' END
FROM posting p, json_each((
    WITH RECURSIVE unpack (pos, byte, part, sum, shift, file, rest, key, done) AS (
        SELECT 1,
               instr('123456789ABCDEF', substr(hex(substr(p.data, 1, 1)), 1, 1)) * 16
                   + instr('123456789ABCDEF', substr(hex(substr(p.data, 1, 1)), 2, 1)),
               0, 0, 0, p.first_file, 0, 0, 0
        UNION ALL
        SELECT pos + 1,
               instr('123456789ABCDEF', substr(hex(substr(p.data, pos + 1, 1)), 1, 1)) * 16
                   + instr('123456789ABCDEF', substr(hex(substr(p.data, pos + 1, 1)), 2, 1)),
               CASE WHEN part = 2 THEN CASE rest WHEN 1 THEN 0 ELSE 2 END WHEN byte < 128 THEN part + 1 ELSE part END,
               CASE WHEN byte < 128 THEN 0 ELSE sum | ((byte & 127) << shift) END,
               CASE WHEN byte < 128 THEN 0 ELSE shift + 7 END,
               CASE WHEN part = 0 AND byte < 128 THEN file + (sum | (byte << shift)) ELSE file END,
               CASE WHEN part = 2 THEN rest - 1 WHEN part = 1 AND byte < 128 THEN sum | (byte << shift) ELSE 0 END,
               CASE WHEN part < 2 THEN 0 WHEN byte < 128 THEN key + (sum | (byte << shift)) ELSE key END,
               part = 2 AND byte < 128
        FROM unpack
        WHERE pos <= length(p.data)
    )
    SELECT json_group_array(json_array(file, key)) FROM unpack WHERE done
)) j;
CREATE VIEW lines (id, file_id, line_number, line_type) AS
WITH seen (file_id, line_id, line_number, line_type) AS MATERIALIZED (
    SELECT file_id, line_id, line_number,
           max(CASE line_type WHEN 'struct' THEN 3 WHEN 'method' THEN 2 WHEN 'property' THEN 1 WHEN 'code' THEN 0
                              WHEN 'comment' THEN 4 ELSE 5 END)
    FROM occurrences
    GROUP BY file_id, line_id
)
SELECT line_id, file_id, line_number,
       CASE line_type WHEN 0 THEN 'code' WHEN 1 THEN 'property' WHEN 2 THEN 'method' WHEN 3 THEN 'struct'
                      WHEN 4 THEN 'comment' ELSE 'string' END
FROM seen;
CREATE VIEW signatures (file_id, header_comments) AS
SELECT file_id, nullif(header, '') FROM file_data;
CREATE VIEW methods (id, file_id, name, prototype, line_number, visibility, is_static, is_async) AS
SELECT id, id >> 24, name, ifnull(prototype, signature), line,
       CASE visibility WHEN 1 THEN 'public' WHEN 2 THEN 'private' WHEN 3 THEN 'protected' WHEN 4 THEN 'internal' END,
       flags & 1, flags >> 1 & 1
FROM symbol
WHERE kind IN (6, 7, 8, 9, 15, 17);
CREATE VIEW types (id, file_id, name, kind, line_number) AS
SELECT id, id >> 24, name,
       CASE kind WHEN 1 THEN 'class' WHEN 2 THEN 'struct' WHEN 3 THEN 'interface' WHEN 4 THEN 'enum' ELSE 'type' END,
       line
FROM symbol
WHERE kind BETWEEN 1 AND 5;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('migration',2);
