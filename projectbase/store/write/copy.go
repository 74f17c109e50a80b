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

// Seed copies the index in from to dir, which the caller has locked and which
// has no index. change adapts the metadata to the new project. Another process
// may write the index in from; the copy has one of its states. After an error
// dir has no index. Errors are those of read.Open.
func Seed(ctx context.Context, dir, from string, change func(*store.Metadata)) error {
	err := seed(ctx, dir, from, change)
	if err != nil {
		return fmt.Errorf("copy the index in %s: %w", from, err)
	}
	return nil
}

func seed(ctx context.Context, dir, from string, change func(*store.Metadata)) error {
	if err := database.Identify(dir); !errors.Is(err, projectbase.ErrNotIndexed) {
		return fmt.Errorf("%s already has an index: %w", dir, projectbase.ErrUsage)
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
	// Remove the log first: without its index it would belong to the next one.
	for _, end := range []string{"-wal", "-shm", "-journal", ""} {
		if err := os.Remove(filepath.Join(dir, store.FileName+end)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove the index in %s: %w", dir, err)
		}
	}
	return nil
}

// copyOf begins a build in dir with a copy of the index in from.
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

// restate replaces the metadata of a copy and gives it a new generation.
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
