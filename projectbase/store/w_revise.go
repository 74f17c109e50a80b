package store

import (
	"fmt"
	"slices"

	"codegraph/projectbase"
)

// finish enters what was put off to the end of the transaction: the counts of
// items, new and vanished items, the dictionary and the state.
func (tx *Tx) finish() error {
	if err := tx.graph.flush(); err != nil {
		return err
	}
	var added, removed []spelled
	insert := tx.c.inserter("insert_item", 50)
	for term, id := range tx.made {
		if n := tx.delta[id]; n > 0 {
			added = append(added, newSpelled(term, id))
		}
		// One that came and went is in no table.
	}
	slices.SortFunc(added, func(a, b spelled) int { return int(a.item) - int(b.item) })
	for _, s := range added {
		if err := insert.put(int64(s.item), s.term, tx.delta[s.item]); err != nil {
			return err
		}
	}
	if err := insert.flush(); err != nil {
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
	return tx.c.exec("set_state", tx.generation, terms, tx.held+int64(len(added)-len(removed)))
}

// count adds d to the occurrences of an item, which vanishes when none is left.
func (tx *Tx) count(id ItemID, d int64) (*spelled, error) {
	r, err := tx.c.query("count_item", int64(id), d)
	if err != nil {
		return nil, err
	}
	left, term := int64(-1), ""
	for r.next() {
		left, term = r.int(0), r.text(1)
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	if left < 0 {
		return nil, damaged(tx.c.dir, fmt.Errorf("occurrences of item %d: %w", id, projectbase.ErrMalformed))
	}
	if left > 0 {
		return nil, nil
	}
	s := newSpelled(term, id)
	return &s, tx.c.exec("delete_item", int64(id))
}

// revise brings the dictionary up to date, block by block.
func (tx *Tx) revise(added, removed []spelled) error {
	sortSpelled(added)
	sortSpelled(removed)
	for len(added)+len(removed) > 0 {
		fold := ""
		switch {
		case len(removed) == 0 || len(added) > 0 && compareSpelled(added[0], removed[0]) < 0:
			fold = added[0].fold
		default:
			fold = removed[0].fold
		}
		b, end, err := tx.blockFor(fold)
		if err != nil {
			return err
		}
		inBlock := func(s spelled) bool { return end == "" || s.fold < end }
		a, r := prefixLen(added, inBlock), prefixLen(removed, inBlock)
		if err := tx.reviseBlock(b, added[:a], removed[:r]); err != nil {
			return err
		}
		added, removed = added[a:], removed[r:]
	}
	return nil
}

func prefixLen(list []spelled, in func(spelled) bool) int {
	n := 0
	for n < len(list) && in(list[n]) {
		n++
	}
	return n
}

// blockFor returns the block to which a fold belongs, nil if there is no block
// at all, and the fold at which the next one begins, "" if there is none.
func (tx *Tx) blockFor(fold string) (*block, string, error) {
	b, err := blockOf(tx.c, fold)
	if err != nil {
		return nil, "", err
	}
	from := fold
	if b != nil {
		from = b.first
	}
	r, err := tx.c.query("blocks_after", from)
	if err != nil {
		return nil, "", err
	}
	end := ""
	for r.next() {
		next := scanBlock(r)
		if b == nil {
			b = next // before all others: it goes to the first
			continue
		}
		end = next.first
		break
	}
	return b, end, r.done()
}

// reviseBlock writes b, which may be nil, with the changes.
func (tx *Tx) reviseBlock(b *block, added, removed []spelled) error {
	var list []spelled
	if b != nil {
		if err := b.decode(); err != nil {
			return damaged(tx.c.dir, err)
		}
		for i := range b.length() {
			list = append(list, newSpelled(b.term(i), b.item(i)))
		}
	}
	gone := make(map[ItemID]bool, len(removed))
	for _, r := range removed {
		gone[r.item] = true
	}
	list = slices.DeleteFunc(list, func(s spelled) bool { return gone[s.item] })
	list = append(list, added...)
	sortSpelled(list)
	number := any(nil)
	if b != nil {
		number = b.number
		if err := tx.c.exec("delete_block", b.number); err != nil {
			return err
		}
	}
	return eachBlock(list, func(piece *block) error {
		err := tx.c.exec("insert_block", number, piece.first, piece.folds, piece.items, piece.spellings)
		number = nil // the others get numbers of their own
		return err
	})
}
