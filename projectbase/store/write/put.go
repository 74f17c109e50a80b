package write

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// present is what the base holds of a file before a change.
type present struct {
	file  store.File // ID 0 if the base does not hold it
	data  tables.FileData
	items []store.ItemID
	terms []string
}

// Put enters a file or brings it up to date, and writes only what differs. f is
// not kept. An error that wraps projectbase.ErrMalformed says that f is not as
// its type describes; then nothing of it is in the base and the transaction can
// go on. After other errors it cannot.
func (tx *Tx) Put(meta store.FileMeta, f *projectbase.Facts) (store.Change, error) {
	change, err := tx.put(meta, f)
	if err != nil {
		return store.Change{}, fmt.Errorf("enter %s: %w", meta.Path, err)
	}
	return change, nil
}

func (tx *Tx) put(meta store.FileMeta, f *projectbase.Facts) (store.Change, error) {
	if err := tx.ctx.Err(); err != nil {
		return store.Change{}, err
	}
	if !meta.Path.Valid() {
		return store.Change{}, fmt.Errorf("path: %w", projectbase.ErrMalformed)
	}
	old, err := tx.present(meta.Path)
	if err != nil {
		return store.Change{}, err
	}
	if err := tx.resolve(f, old); err != nil {
		return store.Change{}, err
	}
	p, err := tx.w.pack.Pack(f, tx.items)
	if err != nil {
		return store.Change{}, err
	}
	change := store.Change{Created: old.file.ID == 0}
	id := old.file.ID
	if change.Created {
		if tx.nextFile > store.MaxFile {
			return store.Change{}, fmt.Errorf("too many files: %w", projectbase.ErrLimit)
		}
		id = tx.nextFile
		tx.nextFile++
	}
	wrote, err := tx.putPostings(id, old, p, &change)
	if err != nil {
		return store.Change{}, err
	}
	symbols, err := tx.putSymbols(id, change.Created, p.Symbols)
	if err != nil {
		return store.Change{}, err
	}
	row, err := tx.putFile(id, meta, old, p)
	if err != nil {
		return store.Change{}, err
	}
	change.Unchanged = !change.Created && !wrote && !symbols && !row
	return change, nil
}

// present reads what the base holds of the file at path.
func (tx *Tx) present(path projectbase.Path) (*present, error) {
	old := &present{}
	var err error
	if old.file, err = tx.File(path); err != nil {
		if errors.Is(err, projectbase.ErrNotFound) {
			return old, nil
		}
		return nil, err
	}
	if old.data, err = tables.ReadFileData(tx.c, old.file.ID); err != nil {
		return nil, store.Corrupt(tx.c.Dir, err)
	}
	if old.items, err = format.UnpackItems(old.data.Items); err != nil {
		return nil, store.Corrupt(tx.c.Dir, err)
	}
	old.terms, err = tx.termsOf(old.items)
	return old, err
}

// termsOf returns the spellings of items, of which some may be new.
func (tx *Tx) termsOf(items []store.ItemID) ([]string, error) {
	stored := len(items)
	if len(tx.made) > 0 {
		// Items made in this transaction have the highest ids.
		lowest := tx.nextItem - store.ItemID(len(tx.made))
		stored, _ = slices.BinarySearch(items, lowest)
	}
	terms, err := tables.Terms(tx.c, items[:stored])
	if err != nil || stored == len(items) {
		return terms, err
	}
	byID := make(map[store.ItemID]string, len(tx.made))
	for term, id := range tx.made {
		byID[id] = term
	}
	for _, id := range items[stored:] {
		terms = append(terms, byID[id])
	}
	return terms, nil
}

// resolve sets items to those of the file's postings: the file's own before
// those of the dictionary, since most stay.
func (tx *Tx) resolve(f *projectbase.Facts, old *present) error {
	own := make(map[string]store.ItemID, len(old.items))
	for i, term := range old.terms {
		own[term] = old.items[i]
	}
	tx.items = tx.items[:0]
	var missing []format.Spelling // item is the index in tx.items
	for i := range f.Postings {
		t := f.Postings[i].Term
		if int(t) >= f.Terms.Len() {
			return fmt.Errorf("posting %d: %w", i, projectbase.ErrMalformed)
		}
		term := f.Terms.Text(t)
		id, ok := own[term]
		if !ok {
			id, ok = tx.made[term]
		}
		if !ok {
			if err := format.CheckTerm(term); err != nil {
				return err
			}
			missing = append(missing, format.NewSpelling(term, store.ItemID(i)))
		}
		tx.items = append(tx.items, id)
	}
	if err := tx.lookup(missing); err != nil {
		return err
	}
	for i := range f.Postings {
		if tx.items[i] == 0 {
			term := f.Terms.Text(f.Postings[i].Term)
			id, ok := tx.made[term]
			if !ok {
				id = tx.nextItem
				tx.nextItem++
				tx.made[term] = id
			}
			tx.items[i] = id
		}
	}
	return nil
}

// manyTerms is from how many terms on the whole dictionary is read, which costs
// as much as some dozen single blocks.
const manyTerms = 48

// lookup sets in tx.items those of missing that the base has.
func (tx *Tx) lookup(missing []format.Spelling) error {
	if len(missing) == 0 {
		return nil
	}
	blocks, err := tx.dictionary(len(missing) >= manyTerms)
	if err != nil {
		return err
	}
	format.SortSpellings(missing)
	for _, m := range missing {
		b := format.BlockAt(blocks, []byte(m.Fold))
		if blocks == nil {
			if b, err = tables.BlockOf(tx.c, m.Fold); err != nil {
				return err
			}
		}
		if b == nil {
			continue
		}
		from, to, err := b.Find([]byte(m.Fold))
		if err != nil {
			return store.Corrupt(tx.c.Dir, err)
		}
		for i := from; i < to; i++ {
			if b.Term(i) == m.Term {
				tx.items[m.Item] = b.Item(i)
			}
		}
	}
	return nil
}

// dictionary returns the blocks as they are in the base if they were read
// before or read says so; else nil.
func (tx *Tx) dictionary(read bool) ([]*format.Block, error) {
	if d := tx.w.terms; d != nil && d.Terms == tx.terms {
		return d.Blocks, nil
	}
	if !read {
		return nil, nil
	}
	d := &format.Dictionary{Terms: tx.terms}
	var err error
	if d.Blocks, err = tables.Blocks(tx.c); err != nil {
		return nil, err
	}
	tx.w.terms = d
	return d.Blocks, nil
}

// putSymbols makes the symbols of a file those of list and reports whether any
// differed.
func (tx *Tx) putSymbols(file store.FileID, created bool, list []projectbase.Symbol) (bool, error) {
	var old []projectbase.Symbol
	if !created {
		var err error
		if old, err = tables.Symbols(tx.c, file); err != nil {
			return false, err
		}
	}
	changed := false
	row := make([]any, 0, format.SymbolColumns)
	for i := range list {
		s := list[i]
		if s.Prototype == s.Signature {
			s.Prototype = ""
		}
		if i < len(old) && old[i] == s {
			continue
		}
		changed = true
		if err := tx.symbol.Put(format.AppendSymbol(row[:0], file, i, &s)...); err != nil {
			return false, err
		}
	}
	if err := tx.symbol.Flush(); err != nil {
		return false, err
	}
	if len(old) > len(list) {
		changed = true
		if err := tx.c.Exec("delete_symbols", format.SymbolID(file, len(list)), format.SymbolID(file, format.MaxOrdinal)); err != nil {
			return false, err
		}
	}
	tx.changed = tx.changed || changed
	return changed, nil
}

// putFile writes the rows of a file where they differ and reports whether more
// than the stat and the time did.
func (tx *Tx) putFile(id store.FileID, meta store.FileMeta, old *present, p *format.Packed) (bool, error) {
	items := format.NotNil(format.AppendItems(nil, p.Items))
	data := old.file.ID == 0 || !bytes.Equal(items, old.data.Items) || !bytes.Equal(p.Refs, old.data.Refs) || !bytes.Equal(p.Bindings, old.data.Bindings) ||
		!bytes.Equal(p.Imports, old.data.Imports) || p.Header != old.data.Header
	if data {
		tx.changed = true
		if err := tx.c.Exec("insert_file_data", int64(id), items, p.Refs, p.Bindings, p.Imports, p.Header); err != nil {
			return false, err
		}
	}
	now := p.Counts
	now.ID, now.FileMeta = id, meta
	was := old.file
	now.IndexedAt, was.IndexedAt = 0, 0
	if now == was {
		return data, nil
	}
	was.Stat = now.Stat
	tx.changed = true
	return data || now != was, tx.c.Exec("insert_file", format.FileRow(id, meta, &p.Counts)...)
}

// Remove drops a file and reports whether the base held it.
func (tx *Tx) Remove(path projectbase.Path) (store.Change, error) {
	old, err := tx.present(path)
	if err != nil {
		return store.Change{}, fmt.Errorf("remove %s: %w", path, err)
	}
	if old.file.ID == 0 {
		return store.Change{Unchanged: true}, nil
	}
	change := store.Change{Removed: true}
	if _, err := tx.putPostings(old.file.ID, old, &format.Packed{}, &change); err != nil {
		return store.Change{}, fmt.Errorf("remove %s: %w", path, err)
	}
	tx.changed = true
	id := int64(old.file.ID)
	if err := tx.c.Exec("delete_symbols", format.SymbolID(old.file.ID, 0), format.SymbolID(old.file.ID, format.MaxOrdinal)); err != nil {
		return store.Change{}, err
	}
	if err := tx.c.Exec("delete_file_data", id); err != nil {
		return store.Change{}, err
	}
	if err := tx.removeGraph(old.file.ID); err != nil {
		return store.Change{}, err
	}
	return change, tx.c.Exec("delete_file", id)
}

// SetInventory replaces what the base knows of the walk.
func (tx *Tx) SetInventory(inv store.Inventory) error {
	same, err := sameInventory(tx.c, inv)
	if err != nil || same {
		return err
	}
	tx.changed = true
	return putInventory(tx.c, inv)
}
