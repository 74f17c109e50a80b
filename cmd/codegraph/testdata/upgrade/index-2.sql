-- The index of the project app, format 2; upgrade_test.go says how it was made.
PRAGMA application_id = 1128747074;
PRAGMA user_version = 2;
CREATE TABLE decider (
    path    TEXT    PRIMARY KEY,
    size    INTEGER NOT NULL,
    mtime   INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    inode   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "decider" VALUES('/.git',0,0,0,0);
INSERT INTO "decider" VALUES('/etc/gitconfig',72,1750776151000000000,1750776151000000000,595);
INSERT INTO "decider" VALUES('/tmp/.git',0,0,0,0);
INSERT INTO "decider" VALUES('/tmp/a4fix/.git',0,0,0,0);
INSERT INTO "decider" VALUES('/tmp/a4fix/home/.config/git/config',0,0,0,0);
INSERT INTO "decider" VALUES('/tmp/a4fix/home/.config/git/ignore',0,0,0,0);
INSERT INTO "decider" VALUES('/tmp/a4fix/home/.gitconfig',0,0,0,0);
INSERT INTO "decider" VALUES('/src/.git',0,0,0,0);
INSERT INTO "decider" VALUES('/src/app/.codegraph/config.json',0,0,0,0);
INSERT INTO "decider" VALUES('go.mod',55,1795349507304989647,1795349507304989647,9980290);
CREATE TABLE dependencies (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    path         TEXT NOT NULL UNIQUE,
    name         TEXT,
    last_checked INTEGER, -- Unix seconds
    project_id   TEXT
) STRICT;
INSERT INTO "dependencies" VALUES(1,'/src/tool','helper',1795349508,'38e264bfb60e995730bddb0ed0e5288d');
CREATE TABLE dictionary (
    block     INTEGER PRIMARY KEY,
    first     TEXT NOT NULL UNIQUE, -- fold of the first term
    folds     BLOB NOT NULL,        -- packed, like the others
    items     BLOB NOT NULL,
    spellings BLOB NOT NULL
) STRICT;
INSERT INTO "dictionary" VALUES(1,'com',X'636F6DFF6578616D706C65FF6772656574FF6C6962FF6D61696EFF7072696E746C6EFF796F75FF',X'03000000020000000600000004000000010000000500000007000000',X'00000200000000');
CREATE TABLE directory (
    path    TEXT    PRIMARY KEY,
    size    INTEGER NOT NULL,
    mtime   INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    inode   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "directory" VALUES('.',4096,1795349507756404850,1795349507756404850,9979876);
CREATE TABLE edge (
    file_id   INTEGER PRIMARY KEY,
    data      BLOB NOT NULL, -- packed; one edge a reference
    consulted BLOB NOT NULL  -- packed hashes of names
) STRICT;
INSERT INTO "edge" VALUES(1,X'01250F6578616D706C652E636F6D2F6C6962020001',X'D3468DD501F34EC655');
CREATE TABLE file (
    id         INTEGER PRIMARY KEY,
    path       TEXT    NOT NULL UNIQUE,
    language   TEXT    NOT NULL,
    indexed_at INTEGER NOT NULL, -- nanoseconds since 1970
    partial    TEXT,             -- why only words were taken, NULL if all was
    facts      BLOB    NOT NULL  -- the SHA-256; then packed: stat and counts
) STRICT;
INSERT INTO "file" VALUES(1,'main.go','go',1795349507789273260,NULL,X'94CCCB7B0DCC768E3DC93C174CB323FF32D203F8210D44AF3B72884BF5A79EFCA4019E8FB1E9ABB7AEEA319E8FB1E9ABB7AEEA319393E104000504070901000100');
CREATE TABLE file_data (
    file_id    INTEGER PRIMARY KEY,
    items      BLOB NOT NULL, -- packed
    refs       BLOB NOT NULL, -- packed
    imports    BLOB NOT NULL, -- packed
    header     TEXT NOT NULL
, bindings BLOB NOT NULL DEFAULT x'') STRICT;
INSERT INTO "file_data" VALUES(1,X'01010101010101',X'000200080A020F380A061B',X'01000F6578616D706C652E636F6D2F6C696200000300','',X'00');
CREATE TABLE item (
    id   INTEGER PRIMARY KEY,
    term TEXT    NOT NULL,
    n    INTEGER NOT NULL -- occurrences
) STRICT;
INSERT INTO "item" VALUES(1,'main',2);
INSERT INTO "item" VALUES(2,'example',1);
INSERT INTO "item" VALUES(3,'com',1);
INSERT INTO "item" VALUES(4,'lib',2);
INSERT INTO "item" VALUES(5,'println',1);
INSERT INTO "item" VALUES(6,'Greet',1);
INSERT INTO "item" VALUES(7,'you',1);
CREATE TABLE metadata (
    key   TEXT PRIMARY KEY,
    value TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO "metadata" VALUES('content','a66639125643c785dcbea86e1672d696');
INSERT INTO "metadata" VALUES('created_at','1795349507');
INSERT INTO "metadata" VALUES('extractor_version','8');
INSERT INTO "metadata" VALUES('last_indexed','1795349507');
INSERT INTO "metadata" VALUES('last_update','1795349507');
INSERT INTO "metadata" VALUES('names','{"packages":[{"Ecosystem":"go","Name":"example.com/app","Dir":".","Entries":null}]}');
INSERT INTO "metadata" VALUES('project_id','3fbd9881148436eef093f8bedf628196');
INSERT INTO "metadata" VALUES('project_name','app');
INSERT INTO "metadata" VALUES('project_node','fixture');
INSERT INTO "metadata" VALUES('project_root','/src/app');
INSERT INTO "metadata" VALUES('schema_version','2.0');
INSERT INTO "metadata" VALUES('summarised','a66639125643c785dcbea86e1672d696');
CREATE TABLE migration (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "migration" VALUES(1,0,1,'2026-11-22 12:11:47');
INSERT INTO "migration" VALUES(2,1,1,'2026-11-22 12:11:47');
INSERT INTO "migration" VALUES(3,2,1,'2026-11-22 12:11:47');
CREATE TABLE outline (
    file_id INTEGER PRIMARY KEY,
    slots   BLOB NOT NULL, -- packed; empty where each symbol's is its ordinal
    data    BLOB NOT NULL  -- packed by package resolve
) STRICT;
INSERT INTO "outline" VALUES(1,X'',X'030466756E63000F6578616D706C652E636F6D2F6C69620106048004000101010100046D61696E000A000100020101030000');
CREATE TABLE posting (
    item_id    INTEGER NOT NULL,
    first_file INTEGER NOT NULL,
    data       BLOB    NOT NULL, -- packed
    PRIMARY KEY (item_id, first_file)
) STRICT, WITHOUT ROWID;
INSERT INTO "posting" VALUES(1,1,X'00021045');
INSERT INTO "posting" VALUES(2,1,X'00013A');
INSERT INTO "posting" VALUES(3,1,X'00013A');
INSERT INTO "posting" VALUES(4,1,X'00023A1A');
INSERT INTO "posting" VALUES(5,1,X'000154');
INSERT INTO "posting" VALUES(6,1,X'000154');
INSERT INTO "posting" VALUES(7,1,X'00015A');
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
INSERT INTO "state" VALUES(1,-6498431085118177102,7880369286408147644,7);
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
INSERT INTO "symbol" VALUES(16777216,NULL,6,'func','main',NULL,NULL,5,'func main()',NULL,NULL,NULL,4,NULL,512,X'282900000106',0);
CREATE TABLE use (
    target INTEGER PRIMARY KEY, -- file << 24 | slot
    files  BLOB NOT NULL        -- packed
) STRICT;
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
CREATE INDEX symbol_name ON symbol (ifnull(fold, lower(name)));
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('migration',3);
INSERT INTO "sqlite_sequence" VALUES('dependencies',1);
