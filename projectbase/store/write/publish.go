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

// Publish makes the finished build the index of its directory. Readers see the
// old index or the new one, at any moment and after a crash at any moment. Links
// of the old index are carried over, as far as they can be read.
func (b *Builder) Publish(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !b.finished {
		return fmt.Errorf("publish the index in %s: it was not finished", b.dir)
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
		// Ours by its head; now whether it can be read and written.
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

// carryOver copies what people entered in the present index. An outdated index is
// read as far as it has it.
func (b *Builder) carryOver() error {
	old, err := database.Connect(b.dir, filepath.Join(b.dir, store.FileName), database.ReadParams...)
	if err != nil {
		return err
	}
	defer old.Close()
	if err := old.Verify(); err != nil && !errors.Is(err, projectbase.ErrOutdated) {
		if errors.Is(err, projectbase.ErrCorrupt) {
			_ = b.carryLinks(old) // what can be saved of a damaged index
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

// settle closes the build, in WAL mode if its place allows, with all of it on
// the disk.
func (b *Builder) settle() error {
	if b.c == nil {
		// Copying over an index that proved to be damaged has closed it.
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

// rename publishes where there is no index, so that nobody has it open.
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

// replaceCorrupt publishes over an index that cannot be read: its log belongs to
// it and would be applied to the new one.
func (b *Builder) replaceCorrupt() error { return b.rename() }

// copyOver publishes over an index that others may have open, with SQLite's
// backup in one transaction. A file renamed under a live write-ahead log would
// show them the old state or a malformed one.
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
	// The log is as long as the index. That it cannot be emptied while somebody
	// reads is no failure.
	_ = live.Script("PRAGMA wal_checkpoint(TRUNCATE)")
	return lock.RemoveBuild(b.dir)
}

// syncFile makes sure that a file, or a directory's entries, are on the disk.
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
