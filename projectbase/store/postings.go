package store

import (
	"fmt"

	"codegraph/projectbase"
)

// Postings calls fn with where items occur: for each, in the order of the
// slice, its files in the order of their ids. item is the index in items. keys
// is valid during the call only. An error of fn ends it and is returned.
func (s *Snapshot) Postings(items []Item, fn func(item int, file FileID, keys projectbase.LineKeys) error) error {
	if len(items) == 0 {
		return nil
	}
	r, err := s.c.query("postings", idList(items))
	if err != nil {
		return err
	}
	defer r.close()
	var failed error // of fn, which is not the base's
	for n := 0; r.next(); n++ {
		i, first, data := int(r.count(0)), r.count(1), r.blob(2)
		if r.err != nil {
			break
		}
		if i >= len(items) {
			return damaged(s.c.dir, fmt.Errorf("postings: %w", projectbase.ErrMalformed))
		}
		if n%256 == 255 {
			if err := s.ctx.Err(); err != nil {
				return err
			}
		}
		err := eachEntry(data, FileID(first), func(file FileID, keys projectbase.LineKeys) error {
			failed = fn(i, file, keys)
			return failed
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return damaged(s.c.dir, fmt.Errorf("item %d: %w", items[i].ID, err))
		}
	}
	return r.done()
}
