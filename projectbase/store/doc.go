// Package store has the types of an index and describes its format. An index is
// the file index.db in the directory .codegraph of a project.
//
// Its sub-packages read and write the file:
//
//   - read opens an index and answers lookups (read.Open, Index.View, Snapshot).
//   - write builds an index (write.Create, Builder), updates it (write.Update,
//     Tx), copies and migrates it. The caller holds the lock.
//   - lock has the writer's lock, the watcher's lock, and checks of the directory.
//   - format packs and unpacks columns. It does not use SQL.
//   - database has the SQLite connection, the SQL statements and the check of the
//     schema. tables reads rows that both readers and writers need.
//
// These packages do not parse, walk or resolve. They trust no data that they
// read: a violation of the format is an error that wraps
// projectbase.ErrCorrupt.
//
// # Format
//
// index.db is an SQLite database with the application_id 0x43475042 ("CGPB") and
// the number of the last migration as user_version. The package
// migrations/projectbase defines the tables and explains their columns. The views
// files, lines, items, occurrences, signatures, methods and types show users the
// specification's schema. Numbers in packed columns are varints as in
// encoding/binary; differences that may be negative are zigzag varints.
//
//   - item: a spelling, with an id in order of first appearance. The items of one
//     file therefore have ids near each other.
//   - dictionary: the same spellings for searches, about 12 KB of folds in a row;
//     see format.Block. Exact, prefix, substring and regular-expression searches
//     use it, so item needs no SQL index.
//   - posting: the occurrences of an item, about half a KB in a row; see
//     format.EachEntry. An occurrence is a projectbase.LineKey. Line objects are
//     derived: a line object exists where an item occurs. Its id is four times the
//     line, plus 1 for the line's comment and 2 for its string.
//   - file_data: the items of a file as differences; its references and bindings,
//     whose names are ranks in that list or strings of the file; its imports; its
//     header comments.
//   - symbol: the id is file << 24 | ordinal. The column place packs the numbers
//     that no search needs.
//   - state: counters that every write transaction changes. Readers keep their
//     caches until a counter changes.
//
// # Safety
//
// A full build writes a separate file without a journal. If the directory has no
// index.db, the build is renamed to it. Otherwise SQLite's backup copies its
// pages in one transaction: if a file is renamed under a live write-ahead log,
// readers see an old or a malformed index. Updates are transactions in WAL mode,
// or with a rollback journal on network file systems. The kernel owns the lock, so
// the lock ends with its process.
package store
