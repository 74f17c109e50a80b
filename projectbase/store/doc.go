// Package store keeps project indexes: it builds, publishes, updates, verifies and
// reads index.db. Readers use Open and Index.View; a writer takes the lock with
// Acquire and then either builds a whole index (Create, Builder.Put, Finish,
// Publish) or changes one (Update). It never parses, walks or resolves, and it
// believes nothing that it reads: what breaks the format is an error that wraps
// projectbase.ErrCorrupt.
//
// # Format
//
// index.db is an SQLite database with the application_id 0x43475042 ("CGPB")
// and the number of the last migration as user_version. The tables are defined,
// and their columns explained, in migrations/projectbase; there the views files,
// lines, items, occurrences, signatures, methods and types give people the
// specification's schema. All numbers in packed columns are varints as in
// encoding/binary; differences that may be negative are zigzag varints.
//
//   - item: a spelling, with an id in order of first appearance, so that the
//     items of one file are near each other.
//   - dictionary: the same spellings for searching, about 12 KB of folds a row;
//     see block. Exact, prefix, substring and regular-expression searches all
//     work on it, so item needs no index.
//   - posting: where an item occurs, about half a KB a row; see eachEntry. An
//     occurrence is a projectbase.LineKey. Line objects are derived: one exists
//     where an item occurs, and its id is four times the line, plus 1 for the
//     line's comment and 2 for its string.
//   - file_data: the items of a file as differences; its references (see
//     appendReferences), whose names are ranks in that list or strings of their
//     own; its bindings (see appendBindings) with the same names; its imports;
//     its header comments.
//   - symbol: the id is file << 24 | ordinal. place packs what no search needs.
//   - state: numbers that are others after each writing transaction; readers
//     keep what they read until they change.
//
// # Safety
//
// A full build is a file of its own without a journal. It is renamed to
// index.db only where there is none; else its pages are copied in one
// transaction with SQLite's backup, because a file renamed under a live
// write-ahead log makes readers see an old or a malformed index. Updates are
// transactions in WAL mode, on network file systems with a rollback journal.
// The lock is the kernel's, so that it ends with its process.
package store
