package write

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/tables"
)

// Seed makes a copy of the index in from the index of dir, which the caller has
// locked and which has none yet. change makes its metadata those of the other
// project. Who writes the index in from is not in the way: the copy is one state
// of it. On an error dir has no index, as before; errors are those of Open.
func Seed(ctx context.Context, dir, from string, change func(*store.Metadata)) error {
	err := seed(ctx, dir, from, change)
	if err != nil {
		return fmt.Errorf("copy the index in %s: %w", from, err)
	}
	return nil
}

func seed(ctx context.Context, dir, from string, change func(*store.Metadata)) error {
	if err := database.Identify(dir); !errors.Is(err, projectbase.ErrNotIndexed) {
		return fmt.Errorf("there is an index in %s: %w", dir, projectbase.ErrUsage)
	}
	source, err := read.Open(ctx, from)
	if err != nil {
		return err
	}
	defer source.Close()
	b, err := copyOf(dir, from)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := b.c.Verify(); err != nil {
		return err
	}
	m, err := tables.Metadata(b.c)
	if err != nil {
		return err
	}
	change(&m)
	if err := b.restate(m); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.rename()
}

// Discard removes the index of dir, which the caller has locked.
func Discard(dir string) error {
	// The log goes first: without its index it would be the next one's.
	for _, end := range []string{"-wal", "-shm", "-journal", ""} {
		if err := os.Remove(filepath.Join(dir, store.FileName+end)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove the index in %s: %w", dir, err)
		}
	}
	return nil
}

// copyOf begins a build in dir that holds what the index in from does now.
func copyOf(dir, from string) (*Builder, error) {
	if err := lock.RemoveBuild(dir); err != nil {
		return nil, fmt.Errorf("%w: %w", projectbase.ErrReadOnly, err)
	}
	b := &Builder{dir: dir, path: filepath.Join(dir, store.BuildName), finished: true}
	var err error
	if b.c, err = database.CopyDatabase(dir, b.path, filepath.Join(from, store.FileName)); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// restate replaces what a copy says of itself, and makes it another state than
// that of any index.
func (b *Builder) restate(m store.Metadata) error {
	if err := b.c.Script("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := putMetadata(b.c, m); err != nil {
		return err
	}
	r, err := b.c.Query("state")
	if err != nil {
		return err
	}
	items := int64(0)
	for r.Next() {
		items = r.Int64(2)
	}
	if err := r.Done(); err != nil {
		return err
	}
	if err := b.c.Exec("set_state", newGeneration(), newGeneration(), items); err != nil {
		return err
	}
	return b.c.Script("COMMIT")
}
