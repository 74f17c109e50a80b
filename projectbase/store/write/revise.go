package write

import (
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// finish enters what was put off to the end of the transaction: the counts of
// items, new and vanished items, the dictionary and the state.
func (tx *Tx) finish() error {
	if err := tx.graph.flush(); err != nil {
		return err
	}
	var added, removed []format.Spelling
	insert := tx.c.Inserter("insert_item", 50)
	for term, id := range tx.made {
		if n := tx.delta[id]; n > 0 {
			added = append(added, format.NewSpelling(term, id))
		}
		// One that came and went is in no table.
	}
	slices.SortFunc(added, func(a, b format.Spelling) int { return int(a.Item) - int(b.Item) })
	for _, s := range added {
		if err := insert.Put(int64(s.Item), s.Term, tx.delta[s.Item]); err != nil {
			return err
		}
	}
	if err := insert.Flush(); err != nil {
		return err
	}
	for _, id := range tx.made {
		delete(tx.delta, id)
	}
	for id, d := range tx.delta {
		if d == 0 {
			continue
		}
		gone, err := tx.count(id, d)
		if err != nil {
			return err
		}
		if gone != nil {
			removed = append(removed, *gone)
		}
	}
	terms := tx.terms
	if len(added)+len(removed) > 0 {
		terms = newGeneration()
		if err := tx.revise(added, removed); err != nil {
			return err
		}
	}
	tx.generation = newGeneration()
	return tx.c.Exec("set_state", tx.generation, terms, tx.held+int64(len(added)-len(removed)))
}

// count adds d to the occurrences of an item, which vanishes when none is left.
func (tx *Tx) count(id store.ItemID, d int64) (*format.Spelling, error) {
	r, err := tx.c.Query("count_item", int64(id), d)
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
		return nil, store.Corrupt(tx.c.Dir, fmt.Errorf("occurrences of item %d: %w", id, projectbase.ErrMalformed))
	}
	if left > 0 {
		return nil, nil
	}
	s := format.NewSpelling(term, id)
	return &s, tx.c.Exec("delete_item", int64(id))
}

// revise brings the dictionary up to date, block by block.
func (tx *Tx) revise(added, removed []format.Spelling) error {
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
		b, end, err := tx.blockFor(fold)
		if err != nil {
			return err
		}
		inBlock := func(s format.Spelling) bool { return end == "" || s.Fold < end }
		a, r := prefixLen(added, inBlock), prefixLen(removed, inBlock)
		if err := tx.reviseBlock(b, added[:a], removed[:r]); err != nil {
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

// blockFor returns the block to which a fold belongs, nil if there is no block
// at all, and the fold at which the next one begins, "" if there is none.
func (tx *Tx) blockFor(fold string) (*format.Block, string, error) {
	b, err := tables.BlockOf(tx.c, fold)
	if err != nil {
		return nil, "", err
	}
	from := fold
	if b != nil {
		from = b.First
	}
	r, err := tx.c.Query("blocks_after", from)
	if err != nil {
		return nil, "", err
	}
	end := ""
	for r.Next() {
		next := tables.ScanBlock(r)
		if b == nil {
			b = next // before all others: it goes to the first
			continue
		}
		end = next.First
		break
	}
	return b, end, r.Done()
}

// reviseBlock writes b, which may be nil, with the changes.
func (tx *Tx) reviseBlock(b *format.Block, added, removed []format.Spelling) error {
	var list []format.Spelling
	if b != nil {
		if err := b.Decode(); err != nil {
			return store.Corrupt(tx.c.Dir, err)
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
		if err := tx.c.Exec("delete_block", b.Number); err != nil {
			return err
		}
	}
	return format.EachBlock(list, func(piece *format.Block) error {
		err := tx.c.Exec("insert_block", number, piece.First, piece.Folds, piece.Items, piece.Spellings)
		number = nil // the others get numbers of their own
		return err
	})
}
