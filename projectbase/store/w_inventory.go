package store

import (
	"slices"
	"strings"

	"codegraph/projectbase"
)

func statValues(row []any, s projectbase.Stat) []any {
	return append(row, s.Size, s.ModTime, s.Changed, int64(s.Inode))
}

// sameInventory reports whether the base knows exactly this of the walk.
func sameInventory(c *conn, inv Inventory) (bool, error) {
	skipped, err := skipped(c)
	if err != nil {
		return false, err
	}
	dirs, err := dirs(c)
	if err != nil {
		return false, err
	}
	deciders, err := deciders(c)
	if err != nil {
		return false, err
	}
	return sameEntries(skipped, inv.Skipped, func(s Skipped) string { return string(s.Path) }) &&
		sameEntries(dirs, inv.Dirs, func(e Entry) string { return string(e.Path) }) &&
		sameEntries(deciders, inv.Deciders, func(d Decider) string { return d.Path }), nil
}

// sameEntries compares lists without regard to order.
func sameEntries[E comparable](stored, now []E, path func(E) string) bool {
	if len(stored) != len(now) {
		return false
	}
	now = slices.Clone(now)
	slices.SortFunc(now, func(a, b E) int { return strings.Compare(path(a), path(b)) })
	return slices.Equal(stored, now)
}

// putInventory replaces what the base knows of a walk.
func putInventory(c *conn, inv Inventory) error {
	for _, table := range []string{"delete_skipped", "delete_directories", "delete_deciders"} {
		if err := c.exec(table); err != nil {
			return err
		}
	}
	skipped := c.inserter("insert_skipped", 50)
	for _, s := range inv.Skipped {
		dir := int64(0)
		if s.Dir {
			dir = 1
		}
		if err := skipped.put(statValues([]any{string(s.Path), string(s.Reason), dir}, s.Stat)...); err != nil {
			return err
		}
	}
	dirs := c.inserter("insert_directory", 50)
	for _, d := range inv.Dirs {
		if err := dirs.put(statValues([]any{string(d.Path)}, d.Stat)...); err != nil {
			return err
		}
	}
	deciders := c.inserter("insert_decider", 50)
	for _, d := range inv.Deciders {
		if err := deciders.put(statValues([]any{d.Path}, d.Stat)...); err != nil {
			return err
		}
	}
	for _, in := range []*inserter{skipped, dirs, deciders} {
		if err := in.flush(); err != nil {
			return err
		}
	}
	return nil
}

// putMetadata replaces all keys.
func putMetadata(c *conn, m Metadata) error {
	if err := c.exec("delete_metadata"); err != nil {
		return err
	}
	for key, value := range m.Map() {
		if err := c.exec("insert_metadata", key, value); err != nil {
			return err
		}
	}
	return nil
}

// putLink enters a link or changes the one with its path.
func putLink(c *conn, l Link) error {
	var checked any
	if l.LastChecked != 0 {
		checked = l.LastChecked
	}
	return c.exec("insert_link", l.Path, orNull(l.Name), checked, orNull(l.ProjectID))
}
