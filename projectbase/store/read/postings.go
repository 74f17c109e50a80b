package read

import (
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
)

// Postings calls fn with the postings of items, by item id and then by file id.
// item is the index in items. The items must be distinct results of lookups in
// s. keys is valid only during the call. Postings returns the first error of
// fn.
func (s *Terms) Postings(items []store.Item, fn func(item int, file store.FileID, keys projectbase.LineKeys) error) error {
	if len(items) == 0 {
		return nil
	}
	order, ranges := idRanges(items)
	r, err := s.c.Query("postings", ranges)
	if err != nil {
		return err
	}
	defer r.Close()
	found, last := 0, store.ItemID(0)
	for n := 0; r.Next(); n++ {
		id := store.ItemID(r.Uint32(0))
		if order = order[follow(items, order, id):]; len(order) == 0 {
			break
		}
		item := int(order[0])
		if items[item].ID != id {
			continue
		}
		if id != last {
			found, last = found+1, id
		}
		if n%256 == 255 {
			if err := s.ctx.Err(); err != nil {
				return err
			}
		}
		var failed error // error of fn, not of the index
		first, data := store.FileID(r.Uint32(1)), r.Blob(2)
		err := format.EachEntry(data, first, func(file store.FileID, keys projectbase.LineKeys) error {
			failed = fn(item, file, keys)
			return failed
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return store.Corrupt(s.c.Dir, fmt.Errorf("item %d: %w", id, err))
		}
	}
	if err := r.Done(); err != nil {
		return err
	}
	if found != len(items) {
		return s.missing()
	}
	return nil
}
