// Package migrations holds the schemas of indexes and catalogs as numbered SQL files
// and applies them. A published file never changes, except when several of them are
// combined under the number of the last one.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed projectbase/*.sql catalog/sqlite/*.sql catalog/postgres/*.sql
var files embed.FS

// Versions of the schemas: the user_version of SQLite files and the number of the
// last migration. A catalog has the same version in SQLite and Postgres.
const (
	ProjectBaseVersion = 2
	CatalogVersion     = 7

	// OldestCatalog is the oldest version that this program migrates.
	OldestCatalog = 6
	// CatalogThrough names the program that migrates older catalogs to OldestCatalog.
	CatalogThrough = "commit 2d79e90 (catalog format 6)"
)

// ApplyProjectBase makes the present schema of an index in the empty SQLite database
// db. One process may do so at a time: callers hold the lock of the index.
func ApplyProjectBase(ctx context.Context, db *sql.DB) error {
	return apply(ctx, db, goose.DialectSQLite3, "projectbase", ProjectBaseVersion)
}

// ApplyCatalogSQLite migrates a catalog in SQLite to the present schema. One process
// may do so at a time: callers hold a lock.
func ApplyCatalogSQLite(ctx context.Context, db *sql.DB) error {
	return apply(ctx, db, goose.DialectSQLite3, "catalog/sqlite", CatalogVersion)
}

// ApplyCatalogPostgres migrates a catalog in Postgres to the present schema. It uses
// the first schema of the search path. One process may do so at a time: callers hold
// a lock.
func ApplyCatalogPostgres(ctx context.Context, db *sql.DB) error {
	return apply(ctx, db, goose.DialectPostgres, "catalog/postgres", CatalogVersion)
}

// apply runs the migrations below dir that db lacks, up to a version.
func apply(ctx context.Context, db *sql.DB, dialect goose.Dialect, dir string, version int64) error {
	scripts, err := fs.Sub(files, dir)
	if err != nil {
		return fmt.Errorf("open migrations: %w", err)
	}
	provider, err := goose.NewProvider(dialect, db, scripts,
		goose.WithTableName("migration"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return fmt.Errorf("apply migrations: %w", err)
	}
	return nil
}
