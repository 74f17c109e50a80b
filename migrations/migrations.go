// Package migrations holds the schemas of our databases as numbered, append-only
// SQL files, and applies them.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed projectbase/*.sql
var files embed.FS

// ProjectBaseVersion is the user_version of a base that this program writes.
const ProjectBaseVersion = 1

// ApplyProjectBase brings the SQLite database db to the present schema of a
// project base. It is for one process at a time: callers hold the base's lock.
func ApplyProjectBase(ctx context.Context, db *sql.DB) error {
	dir, err := fs.Sub(files, "projectbase")
	if err != nil {
		return fmt.Errorf("open migrations: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, dir,
		goose.WithTableName("migration"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("apply migrations: %w", err)
	}
	return nil
}
