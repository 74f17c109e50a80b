package read

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/lock"
)

// Ship copies the index in from to dir, for sending it to another machine. dir
// exists, belongs to the caller and has no index. The copy is a single file
// index.db with one state of the index; another process may write the index
// meanwhile. Errors are those of Open.
func Ship(ctx context.Context, dir, from string) error {
	err := ship(ctx, dir, from)
	if err != nil {
		return fmt.Errorf("copy the index in %s: %w", from, err)
	}
	return nil
}

func ship(ctx context.Context, dir, from string) error {
	source, err := Open(ctx, from)
	if err != nil {
		return err
	}
	defer source.Close()
	path := filepath.Join(dir, store.BuildName)
	defer lock.RemoveBuild(dir)
	c, err := database.CopyDatabase(dir, path, filepath.Join(from, store.FileName))
	if err != nil {
		return err
	}
	err = c.Verify()
	if end := c.Close(); err == nil {
		err = end
	}
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return os.Rename(path, filepath.Join(dir, store.FileName))
}
