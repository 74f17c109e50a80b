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
	"codegraph/projectbase/store/tables"
)

// Publish replaces the index of the directory by the finished build. Readers
// see the old index or the new one at any moment, also after a crash. The links
// of the old index are copied as far as they are readable.
func (b *Builder) Publish(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !b.finished {
		return fmt.Errorf("publish the index in %s: the build is not finished", b.dir)
	}
	if err := b.publish(); err != nil {
		return fmt.Errorf("publish the index: %w", err)
	}
	return nil
}

func (b *Builder) publish() error {
	state := database.Identify(b.dir)
	if errors.Is(state, projectbase.ErrForeign) {
		return state
	}
	if state == nil {
		// The file header is ours; now check whether the index is readable
		// and writable.
		state = b.carryOver()
		if errors.Is(state, projectbase.ErrTooNew) {
			return state
		}
	}
	switch {
	case errors.Is(state, projectbase.ErrNotIndexed):
		return b.rename()
	case errors.Is(state, projectbase.ErrCorrupt):
		return b.replaceCorrupt()
	case state == nil:
	default:
		return state
	}
	err := b.copyOver()
	if errors.Is(err, projectbase.ErrCorrupt) {
		return b.replaceCorrupt()
	}
	return err
}

// carryOver copies the links that users added to the old index. It also tries
// an outdated index.
func (b *Builder) carryOver() error {
	old, err := database.Connect(b.dir, filepath.Join(b.dir, store.FileName), database.ReadParams...)
	if err != nil {
		return err
	}
	defer old.Close()
	if err := old.Verify(); err != nil && !errors.Is(err, projectbase.ErrOutdated) {
		if errors.Is(err, projectbase.ErrCorrupt) {
			_ = b.carryLinks(old) // save the readable links of a corrupt index
		}
		return err
	}
	return b.carryLinks(old)
}

func (b *Builder) carryLinks(old *database.Conn) error {
	links, err := tables.Links(old)
	if err != nil {
		return err
	}
	for _, l := range links {
		if err := putLink(b.c, l); err != nil {
			return err
		}
	}
	return nil
}

// settle closes the build, sets its journal mode for the file system, and
// writes it to the disk.
func (b *Builder) settle() error {
	if b.c == nil {
		// Copying over a corrupt index has closed it.
		c, err := database.Connect(b.dir, b.path, database.WriteParams...)
		if err != nil {
			return err
		}
		b.c = c
	}
	if !lock.OnNetwork(b.dir) {
		if err := b.c.Script("PRAGMA locking_mode=normal; PRAGMA journal_mode=wal"); err != nil {
			return err
		}
	}
	err := b.c.Close()
	b.c = nil
	if err != nil {
		return err
	}
	return syncFile(b.path)
}

// rename publishes the build if no process has an index open.
func (b *Builder) rename() error {
	if err := b.settle(); err != nil {
		return err
	}
	target := filepath.Join(b.dir, store.FileName)
	for _, end := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Remove(target + end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(b.path, target); err != nil {
		return err
	}
	return syncFile(b.dir)
}

// replaceCorrupt publishes over an unreadable index. rename removes the old
// write-ahead log, which would be applied to the new file.
func (b *Builder) replaceCorrupt() error { return b.rename() }

// copyOver publishes over an index that other processes may have open. SQLite's
// backup copies it in one transaction. After a rename, readers with an open
// write-ahead log would see the old state or a malformed one.
func (b *Builder) copyOver() error {
	err := b.c.Close()
	b.c = nil
	if err != nil {
		return err
	}
	live, err := database.Connect(b.dir, filepath.Join(b.dir, store.FileName), database.WriteParams...)
	if err != nil {
		return err
	}
	defer live.Close()
	if err := live.CopyFrom(b.path); err != nil {
		return err
	}
	// The log is as long as the index. It cannot be truncated while a process
	// reads, which is no error.
	_ = live.Script("PRAGMA wal_checkpoint(TRUNCATE)")
	return lock.RemoveBuild(b.dir)
}

// syncFile writes a file, or a directory's entries, to the disk.
func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if end := f.Close(); err == nil {
		err = end
	}
	return err
}
