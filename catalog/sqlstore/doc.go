// Package sqlstore keeps a catalog in one SQLite file that any number of
// processes use at once. It is the only package that knows its tables
// (migrations/catalog/sqlite); the contract is catalog.Store.
//
// Statements stand in sql/, one to a file. But for lists as parameters
// (json_each) and pragmas they are such as other databases understand too. What
// the contract says of order, globs and sets is done in Go by package catalog,
// so that collations do not matter.
//
// A write is tried in a read transaction first: what would change nothing
// takes no lock. See attempt.
//
// A filter of 20,000 terms is some 60 KB in up to 256 rows (bucket, project).
// A question for one term reads one bucket: a row of about 320 bytes for each
// project, next to each other.
package sqlstore
