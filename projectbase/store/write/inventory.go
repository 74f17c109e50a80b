package write

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

func statValues(row []any, s projectbase.Stat) []any {
	return append(row, s.Size, s.ModTime, s.Changed, int64(s.Inode))
}

// sameInventory reports whether the index has exactly this inventory.
func sameInventory(c *database.Conn, inv store.Inventory) (bool, error) {
	skipped, err := tables.Skipped(c)
	if err != nil {
		return false, err
	}
	dirs, err := tables.Dirs(c)
	if err != nil {
		return false, err
	}
	deciders, err := tables.Deciders(c)
	if err != nil {
		return false, err
	}
	return sameEntries(skipped, inv.Skipped, func(s store.Skipped) string { return string(s.Path) }) &&
		sameEntries(dirs, inv.Dirs, func(e store.Entry) string { return string(e.Path) }) &&
		sameEntries(deciders, inv.Deciders, func(d store.Decider) string { return d.Path }), nil
}

// sameEntries compares lists and ignores the order.
func sameEntries[E comparable](stored, now []E, path func(E) string) bool {
	if len(stored) != len(now) {
		return false
	}
	now = slices.Clone(now)
	slices.SortFunc(now, func(a, b E) int { return strings.Compare(path(a), path(b)) })
	return slices.Equal(stored, now)
}

// putInventory replaces the inventory of the index.
func putInventory(c *database.Conn, inv store.Inventory) error {
	for _, table := range []string{"delete_skipped", "delete_directories", "delete_deciders"} {
		if err := c.Exec(table); err != nil {
			return err
		}
	}
	skipped := c.Inserter("insert_skipped", 50)
	for _, s := range inv.Skipped {
		dir := int64(0)
		if s.Dir {
			dir = 1
		}
		if err := skipped.Put(statValues([]any{string(s.Path), string(s.Reason), dir}, s.Stat)...); err != nil {
			return err
		}
	}
	dirs := c.Inserter("insert_directory", 50)
	for _, d := range inv.Dirs {
		if err := dirs.Put(statValues([]any{string(d.Path)}, d.Stat)...); err != nil {
			return err
		}
	}
	deciders := c.Inserter("insert_decider", 50)
	for _, d := range inv.Deciders {
		if err := deciders.Put(statValues([]any{d.Path}, d.Stat)...); err != nil {
			return err
		}
	}
	for _, in := range []*database.Inserter{skipped, dirs, deciders} {
		if err := in.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// putMetadata replaces all keys.
func putMetadata(c *database.Conn, m store.Metadata) error {
	if err := c.Exec("delete_metadata"); err != nil {
		return err
	}
	for key, value := range m.Map() {
		if err := c.Exec("insert_metadata", key, value); err != nil {
			return err
		}
	}
	return nil
}

// putLink adds a link or changes the one with the same path.
func putLink(c *database.Conn, l store.Link) error {
	var checked any
	if l.LastChecked != 0 {
		checked = l.LastChecked
	}
	return c.Exec("insert_link", l.Path, format.OrNull(l.Name), checked, format.OrNull(l.ProjectID))
}
