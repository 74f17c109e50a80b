// Package sqlstore implements catalog.Store with one SQLite file or one schema of
// Postgres. Any number of processes may use it at once. Only this package knows the
// tables (migrations/catalog).
//
// Each statement has a file in sql/. A file in sql/postgres replaces the one of the
// same name; type dialect has the other differences. Package catalog implements
// order, globs and sets in Go, so that collations do not matter.
//
// A write runs in a read transaction first (see attempt), so that a write without
// changes takes no lock. In Postgres, a writer locks the one row of the table state,
// which gives one writer as in SQLite. Readers see one snapshot. Connections keep no
// state between transactions.
//
// A filter of 20,000 terms has about 60 KB in up to 256 rows (bucket, project). A
// query for one term reads one bucket: adjacent rows of about 320 bytes, one for
// each project.
package sqlstore
