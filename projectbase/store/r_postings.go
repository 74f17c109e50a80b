package store

import (
	"fmt"

	"codegraph/projectbase"
)

// Postings calls fn with where items occur: item after item in the order of
// their ids, for each its files in the order of theirs. item is the index in
// items, which are distinct and were looked up in s. keys is valid during the call only. An error of fn
// ends it and is returned.
func (s *Snapshot) Postings(items []Item, fn func(item int, file FileID, keys projectbase.LineKeys) error) error {
	if len(items) == 0 {
		return nil
	}
	order, ranges := idRanges(items)
	r, err := s.c.query("postings", ranges)
	if err != nil {
		return err
	}
	defer r.close()
	found, last := 0, ItemID(0)
	for n := 0; r.next(); n++ {
		id := ItemID(r.count(0))
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
		var failed error // of fn, which is not the base's
		first, data := FileID(r.count(1)), r.blob(2)
		err := eachEntry(data, first, func(file FileID, keys projectbase.LineKeys) error {
			failed = fn(item, file, keys)
			return failed
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return damaged(s.c.dir, fmt.Errorf("item %d: %w", id, err))
		}
	}
	if err := r.done(); err != nil {
		return err
	}
	if found != len(items) {
		return s.missing()
	}
	return nil
}
