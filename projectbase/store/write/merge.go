package write

import (
	"bytes"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// putPostings replaces the postings of a file by those of p. It rewrites the
// chunks of items that differ, counts the changes and reports whether there
// were any.
func (tx *Tx) putPostings(file store.FileID, old *present, p *format.Packed, change *store.Change) (bool, error) {
	items := union(old.items, p.Items)
	chunks, err := tables.ChunksAt(tx.c, items, file)
	if err != nil {
		return false, err
	}
	var before, after lineSet
	wrote := false
	o, n := 0, 0
	for i, item := range items {
		var was, is projectbase.LineKeys
		if o < len(old.items) && old.items[o] == item {
			o++
			if was, err = chunks[i].Keys(file); err == nil && was == nil {
				err = fmt.Errorf("item %d of file %d does not occur there: %w", item, file, projectbase.ErrMalformed)
			}
			if err != nil {
				return false, store.Corrupt(tx.c.Dir, err)
			}
			before.add(was)
		}
		if n < len(p.Items) && p.Items[n] == item {
			is = p.Keys[n]
			n++
			after.add(is)
		}
		if bytes.Equal(was, is) {
			continue
		}
		switch {
		case was == nil:
			change.ItemsAdded++
		case is == nil:
			change.ItemsRemoved++
		}
		wrote = true
		if d := int64(is.Len()) - int64(was.Len()); d != 0 {
			tx.items.delta[item] += d
		}
		if err := tx.rewrite(item, file, chunks[i], is); err != nil {
			return false, err
		}
	}
	if err := tx.posting.Flush(); err != nil {
		return false, err
	}
	change.LinesChanged = before.differences(&after)
	tx.changed = tx.changed || wrote
	return wrote, nil
}

// union merges two ascending lists.
func union(a, b []store.ItemID) []store.ItemID {
	out := make([]store.ItemID, 0, len(a)+len(b)/4)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out = append(out, a[0])
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out = append(out, b[0])
			b = b[1:]
		default:
			out = append(out, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return out
}

// rewrite replaces the keys of file in the chunk c of item. Nil keys remove the
// file.
func (tx *Tx) rewrite(item store.ItemID, file store.FileID, c format.Chunk, keys projectbase.LineKeys) error {
	pieces, err := c.Replace(file, keys)
	if err != nil {
		return store.Corrupt(tx.c.Dir, err)
	}
	if c.First != 0 && (len(pieces) == 0 || pieces[0].First != c.First) {
		if err := tx.c.Exec("delete_posting", int64(item), int64(c.First)); err != nil {
			return err
		}
	}
	for _, p := range pieces {
		if err := tx.posting.Put(int64(item), int64(p.First), p.Data); err != nil {
			return err
		}
	}
	return nil
}
