package write

import (
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// itemWriter gives the terms of a transaction their item ids. It collects the
// changes of items and writes them at the end of the transaction.
type itemWriter struct {
	c       *database.Conn
	cache   **format.Dictionary // of the Writer, for the next transaction
	version int64               // of the dictionary when the transaction began
	count   int64               // items in the index when the transaction began
	next    store.ItemID
	delta   map[store.ItemID]int64  // change in occurrences
	made    map[string]store.ItemID // terms that are new in this transaction
	ofFile  []store.ItemID          // result of resolve
}

// terms returns the spellings of items. Some items may be new.
func (w *itemWriter) terms(items []store.ItemID) ([]string, error) {
	stored := len(items)
	if len(w.made) > 0 {
		// Items made in this transaction have the highest ids.
		lowest := w.next - store.ItemID(len(w.made))
		stored, _ = slices.BinarySearch(items, lowest)
	}
	terms, err := tables.Terms(w.c, items[:stored])
	if err != nil || stored == len(items) {
		return terms, err
	}
	byID := make(map[store.ItemID]string, len(w.made))
	for term, id := range w.made {
		byID[id] = term
	}
	for _, id := range items[stored:] {
		terms = append(terms, byID[id])
	}
	return terms, nil
}

// resolve sets ofFile to the items of the file's postings. It tries the file's
// old items before the dictionary, because most of them stay.
func (w *itemWriter) resolve(f *projectbase.Facts, old *present) error {
	own := make(map[string]store.ItemID, len(old.items))
	for i, term := range old.terms {
		own[term] = old.items[i]
	}
	w.ofFile = w.ofFile[:0]
	var missing []format.Spelling // Item is an index in ofFile
	for i := range f.Postings {
		t := f.Postings[i].Term
		if int(t) >= f.Terms.Len() {
			return fmt.Errorf("posting %d: %w", i, projectbase.ErrMalformed)
		}
		term := f.Terms.Text(t)
		id, ok := own[term]
		if !ok {
			id, ok = w.made[term]
		}
		if !ok {
			if err := format.CheckTerm(term); err != nil {
				return err
			}
			missing = append(missing, format.NewSpelling(term, store.ItemID(i)))
		}
		w.ofFile = append(w.ofFile, id)
	}
	if err := w.lookup(missing); err != nil {
		return err
	}
	for i := range f.Postings {
		if w.ofFile[i] == 0 {
			term := f.Terms.Text(f.Postings[i].Term)
			id, ok := w.made[term]
			if !ok {
				id = w.next
				w.next++
				w.made[term] = id
			}
			w.ofFile[i] = id
		}
	}
	return nil
}

// manyTerms is the number of terms from which lookup reads the whole dictionary.
// That costs as much as reading a few dozen single blocks.
const manyTerms = 48

// lookup sets the entries of ofFile for the missing terms that the index has.
func (w *itemWriter) lookup(missing []format.Spelling) error {
	if len(missing) == 0 {
		return nil
	}
	blocks, err := w.dictionary(len(missing) >= manyTerms)
	if err != nil {
		return err
	}
	format.SortSpellings(missing)
	for _, m := range missing {
		b := format.BlockAt(blocks, []byte(m.Fold))
		if blocks == nil {
			if b, err = tables.BlockOf(w.c, m.Fold); err != nil {
				return err
			}
		}
		if b == nil {
			continue
		}
		from, to, err := b.Find([]byte(m.Fold))
		if err != nil {
			return store.Corrupt(w.c.Dir, err)
		}
		for i := from; i < to; i++ {
			if b.Term(i) == m.Term {
				w.ofFile[m.Item] = b.Item(i)
			}
		}
	}
	return nil
}

// dictionary returns the blocks of the index if they are cached or if read is
// true. Otherwise it returns nil.
func (w *itemWriter) dictionary(read bool) ([]*format.Block, error) {
	if d := *w.cache; d != nil && d.Terms == w.version {
		return d.Blocks, nil
	}
	if !read {
		return nil, nil
	}
	d := &format.Dictionary{Terms: w.version}
	var err error
	if d.Blocks, err = tables.Blocks(w.c); err != nil {
		return nil, err
	}
	*w.cache = d
	return d.Blocks, nil
}
