package write

import (
	"context"
	"errors"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/tables"
)

// Migrate brings the index in dir, which the caller has locked, from an older
// schema to the present one. What it holds stays, and it says that nothing in it
// was extracted as it would be now: its metadata name no extractor version. It
// does nothing for an index of the present schema. Errors wrap
// projectbase.ErrOutdated where the schema cannot be brought up to date,
// ErrCorrupt where it is not the one that its number stands for; then the index is
// as it was.
func Migrate(ctx context.Context, dir string) error {
	present, err := read.Open(ctx, dir)
	if err == nil {
		return present.Close()
	}
	if !errors.Is(err, projectbase.ErrOutdated) {
		return err
	}
	if err := migrateCopy(ctx, dir); err != nil {
		return fmt.Errorf("bring the index in %s up to date: %w", dir, err)
	}
	return nil
}

func migrateCopy(ctx context.Context, dir string) error {
	b, err := copyOf(dir, dir)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := b.c.VerifyOld(); err != nil {
		return err
	}
	err = b.c.Close()
	b.c = nil
	if err != nil {
		return err
	}
	if err := database.ApplyMigrations(ctx, dir, b.path, database.CopyParams); err != nil {
		return err
	}
	if b.c, err = database.Connect(dir, b.path, database.CopyParams...); err != nil {
		return err
	}
	if err := b.c.Verify(); err != nil {
		return err
	}
	m, err := tables.Metadata(b.c)
	if err != nil {
		return err
	}
	m.ExtractorVersion = ""
	if err := b.restate(m); err != nil {
		return err
	}
	return b.copyOver()
}
