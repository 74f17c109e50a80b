package write

import (
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// flush writes the changed items and the dictionary. It returns the version of the
// dictionary and the number of items.
func (w *itemWriter) flush() (version, count int64, err error) {
	added, err := w.insertMade()
	if err != nil {
		return 0, 0, err
	}
	removed, err := w.updateCounts()
	if err != nil {
		return 0, 0, err
	}
	if len(added)+len(removed) == 0 {
		return w.version, w.count, nil
	}
	count = w.count + int64(len(added)-len(removed))
	return newGeneration(), count, w.revise(added, removed)
}

// insertMade writes the new items that occur. A term that was added and removed
// in the same transaction does not occur.
func (w *itemWriter) insertMade() ([]format.Spelling, error) {
	var added []format.Spelling
	for term, id := range w.made {
		if w.delta[id] > 0 {
			added = append(added, format.NewSpelling(term, id))
		}
	}
	slices.SortFunc(added, func(a, b format.Spelling) int { return int(a.Item) - int(b.Item) })
	insert := w.c.Inserter("insert_item", 50)
	for _, s := range added {
		if err := insert.Put(int64(s.Item), s.Term, w.delta[s.Item]); err != nil {
			return nil, err
		}
	}
	for _, id := range w.made {
		delete(w.delta, id)
	}
	return added, insert.Flush()
}

// updateCounts writes the occurrences of the old items and returns those that no
// longer occur.
func (w *itemWriter) updateCounts() ([]format.Spelling, error) {
	var removed []format.Spelling
	for id, d := range w.delta {
		if d == 0 {
			continue
		}
		gone, err := w.addOccurrences(id, d)
		if err != nil {
			return nil, err
		}
		if gone != nil {
			removed = append(removed, *gone)
		}
	}
	return removed, nil
}

// addOccurrences adds d to the occurrences of an item. If none is left, it
// deletes the item and returns it.
func (w *itemWriter) addOccurrences(id store.ItemID, d int64) (*format.Spelling, error) {
	r, err := w.c.Query("count_item", int64(id), d)
	if err != nil {
		return nil, err
	}
	left, term := int64(-1), ""
	for r.Next() {
		left, term = r.Int64(0), r.Text(1)
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	if left < 0 {
		return nil, store.Corrupt(w.c.Dir, fmt.Errorf("occurrences of item %d: %w", id, projectbase.ErrMalformed))
	}
	if left > 0 {
		return nil, nil
	}
	s := format.NewSpelling(term, id)
	return &s, w.c.Exec("delete_item", int64(id))
}

// revise updates the dictionary, block by block.
func (w *itemWriter) revise(added, removed []format.Spelling) error {
	format.SortSpellings(added)
	format.SortSpellings(removed)
	for len(added)+len(removed) > 0 {
		fold := ""
		switch {
		case len(removed) == 0 || len(added) > 0 && format.CompareSpellings(added[0], removed[0]) < 0:
			fold = added[0].Fold
		default:
			fold = removed[0].Fold
		}
		b, end, err := w.blockFor(fold)
		if err != nil {
			return err
		}
		inBlock := func(s format.Spelling) bool { return end == "" || s.Fold < end }
		a, r := prefixLen(added, inBlock), prefixLen(removed, inBlock)
		if err := w.reviseBlock(b, added[:a], removed[:r]); err != nil {
			return err
		}
		added, removed = added[a:], removed[r:]
	}
	return nil
}

func prefixLen(list []format.Spelling, in func(format.Spelling) bool) int {
	n := 0
	for n < len(list) && in(list[n]) {
		n++
	}
	return n
}

// blockFor returns the block for a fold and the first fold of the next block. The
// block is nil if the dictionary is empty; the fold is "" for the last block.
func (w *itemWriter) blockFor(fold string) (*format.Block, string, error) {
	b, err := tables.BlockOf(w.c, fold)
	if err != nil {
		return nil, "", err
	}
	from := fold
	if b != nil {
		from = b.First
	}
	r, err := w.c.Query("blocks_after", from)
	if err != nil {
		return nil, "", err
	}
	end := ""
	for r.Next() {
		next := tables.ScanBlock(r)
		if b == nil {
			b = next // the fold sorts before all blocks: use the first
			continue
		}
		end = next.First
		break
	}
	return b, end, r.Done()
}

// reviseBlock writes b with the changes. b may be nil.
func (w *itemWriter) reviseBlock(b *format.Block, added, removed []format.Spelling) error {
	var list []format.Spelling
	if b != nil {
		if err := b.Decode(); err != nil {
			return store.Corrupt(w.c.Dir, err)
		}
		for i := range b.Len() {
			list = append(list, format.NewSpelling(b.Term(i), b.Item(i)))
		}
	}
	gone := make(map[store.ItemID]bool, len(removed))
	for _, r := range removed {
		gone[r.Item] = true
	}
	list = slices.DeleteFunc(list, func(s format.Spelling) bool { return gone[s.Item] })
	list = append(list, added...)
	format.SortSpellings(list)
	number := any(nil)
	if b != nil {
		number = b.Number
		if err := w.c.Exec("delete_block", b.Number); err != nil {
			return err
		}
	}
	return format.EachBlock(list, func(piece *format.Block) error {
		err := w.c.Exec("insert_block", number, piece.First, piece.Folds, piece.Items, piece.Spellings)
		number = nil // the other pieces get new numbers
		return err
	})
}
