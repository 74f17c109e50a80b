package store

import (
	"bytes"
	"fmt"

	"codegraph/projectbase"
)

// putPostings makes the postings of a file those of p, rewrites the chunks of
// items that differ, counts the change and reports whether there was any.
func (tx *Tx) putPostings(file FileID, old *present, p *packed, change *Change) (bool, error) {
	items := union(old.items, p.items)
	chunks, err := chunksAt(tx.c, items, file)
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
			if was, err = chunks[i].keys(file); err == nil && was == nil {
				err = fmt.Errorf("item %d of file %d does not occur there: %w", item, file, projectbase.ErrMalformed)
			}
			if err != nil {
				return false, damaged(tx.c.dir, err)
			}
			before.add(was)
		}
		if n < len(p.items) && p.items[n] == item {
			is = p.keys[n]
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
			tx.delta[item] += d
		}
		if err := tx.rewrite(item, file, chunks[i], is); err != nil {
			return false, err
		}
	}
	if err := tx.posting.flush(); err != nil {
		return false, err
	}
	change.LinesChanged = before.differences(&after)
	tx.changed = tx.changed || wrote
	return wrote, nil
}

// union merges two ascending lists.
func union(a, b []ItemID) []ItemID {
	out := make([]ItemID, 0, len(a)+len(b)/4)
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

// rewrite makes keys those of file in the chunk c of item; nil removes the file.
func (tx *Tx) rewrite(item ItemID, file FileID, c chunk, keys projectbase.LineKeys) error {
	pieces, err := c.replace(file, keys)
	if err != nil {
		return damaged(tx.c.dir, err)
	}
	if c.first != 0 && (len(pieces) == 0 || pieces[0].first != c.first) {
		if err := tx.c.exec("delete_posting", int64(item), int64(c.first)); err != nil {
			return err
		}
	}
	for _, p := range pieces {
		if err := tx.posting.put(int64(item), int64(p.first), p.data); err != nil {
			return err
		}
	}
	return nil
}

// replace returns the chunk with keys for file, as chunks of a good size.
func (c chunk) replace(file FileID, keys projectbase.LineKeys) ([]chunk, error) {
	limit := chunkSize
	if size := len(c.data) + len(keys); size > chunkSize+chunkSize/2 {
		limit = size / 2 // halves, so that the next change need not divide again
		limit = min(limit, chunkSize)
	} else {
		limit = size + 16
	}
	var out []chunk
	last := FileID(0)
	put := func(f FileID, k projectbase.LineKeys) {
		if n := len(out); n == 0 || len(out[n-1].data)+len(k) > limit {
			out = append(out, chunk{first: f, data: make([]byte, 0, min(limit, len(c.data)+len(keys))+16)})
			last = f
		}
		p := &out[len(out)-1]
		p.data = appendEntry(p.data, last, f, k)
		last = f
	}
	done := len(keys) == 0
	err := eachEntry(c.data, c.first, func(f FileID, k projectbase.LineKeys) error {
		if !done && file <= f {
			put(file, keys)
			done = true
		}
		if f != file {
			put(f, k)
		}
		return nil
	})
	if !done {
		put(file, keys)
	}
	return out, err
}

// lineSet is the line objects of a file with their types.
type lineSet struct {
	types []uint8 // by lineID: the type and 1, 0 for none
}

// add enters the lines of keys. Of several code types of a line the highest
// counts.
func (s *lineSet) add(keys projectbase.LineKeys) {
	var k projectbase.LineKey
	for ok := true; ; {
		if k, keys, ok = keys.Next(k); !ok {
			return
		}
		id := int(lineID(k))
		if id >= len(s.types) {
			s.types = append(s.types, make([]uint8, id+256-len(s.types)+len(s.types)/2)...)
		}
		s.types[id] = max(s.types[id], uint8(k.Type())+1)
	}
}

// differences returns how many line objects are in one of the sets only or have
// another type.
func (s *lineSet) differences(other *lineSet) int {
	n := 0
	for i := range max(len(s.types), len(other.types)) {
		var a, b uint8
		if i < len(s.types) {
			a = s.types[i]
		}
		if i < len(other.types) {
			b = other.types[i]
		}
		if a != b {
			n++
		}
	}
	return n
}
