// Package sqlstore keeps a catalog in one SQLite file, or in a schema of
// Postgres, that any number of processes use at once. It is the only package that
// knows its tables (migrations/catalog); the contract is catalog.Store.
//
// Statements stand in sql/, one to a file, for both; those in sql/postgres stand
// in for the ones of the same name. What else differs is a dialect. What the
// contract says of order, globs and sets is done in Go by package catalog,
// so that collations do not matter.
//
// A write is tried in a read transaction first: what would change nothing
// takes no lock. See attempt. In Postgres, who writes locks the one row of the
// table state, so that there is one writer as in SQLite; who reads sees one
// snapshot. A transaction is all that is asked of a connection.
//
// A filter of 20,000 terms is some 60 KB in up to 256 rows (bucket, project).
// A question for one term reads one bucket: a row of about 320 bytes for each
// project, next to each other.
package sqlstore
