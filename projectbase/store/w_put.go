package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"codegraph/projectbase"
)

// present is what the base holds of a file before a change.
type present struct {
	file  File // ID 0 if the base does not hold it
	data  fileData
	items []ItemID
	terms []string
}

// Put enters a file or brings it up to date, and writes only what differs. f is
// not kept. An error that wraps projectbase.ErrMalformed says that f is not as
// its type describes; then nothing of it is in the base and the transaction can
// go on. After other errors it cannot.
func (tx *Tx) Put(meta FileMeta, f *projectbase.Facts) (Change, error) {
	change, err := tx.put(meta, f)
	if err != nil {
		return Change{}, fmt.Errorf("enter %s: %w", meta.Path, err)
	}
	return change, nil
}

func (tx *Tx) put(meta FileMeta, f *projectbase.Facts) (Change, error) {
	if err := tx.ctx.Err(); err != nil {
		return Change{}, err
	}
	if !meta.Path.Valid() {
		return Change{}, fmt.Errorf("path: %w", projectbase.ErrMalformed)
	}
	old, err := tx.present(meta.Path)
	if err != nil {
		return Change{}, err
	}
	if err := tx.resolve(f, old); err != nil {
		return Change{}, err
	}
	p, err := tx.w.pack.pack(f, tx.items)
	if err != nil {
		return Change{}, err
	}
	change := Change{Created: old.file.ID == 0}
	id := old.file.ID
	if change.Created {
		if tx.nextFile > maxFile {
			return Change{}, fmt.Errorf("too many files: %w", projectbase.ErrLimit)
		}
		id = tx.nextFile
		tx.nextFile++
	}
	wrote, err := tx.putPostings(id, old, p, &change)
	if err != nil {
		return Change{}, err
	}
	symbols, err := tx.putSymbols(id, change.Created, p.symbols)
	if err != nil {
		return Change{}, err
	}
	row, err := tx.putFile(id, meta, old, p)
	if err != nil {
		return Change{}, err
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
	if old.data, err = readFileData(tx.c, old.file.ID); err != nil {
		return nil, damaged(tx.c.dir, err)
	}
	if old.items, err = unpackItems(old.data.items); err != nil {
		return nil, damaged(tx.c.dir, err)
	}
	old.terms, err = tx.termsOf(old.items)
	return old, err
}

// termsOf returns the spellings of items, of which some may be new.
func (tx *Tx) termsOf(items []ItemID) ([]string, error) {
	stored := len(items)
	if len(tx.made) > 0 {
		// Items made in this transaction have the highest ids.
		lowest := tx.nextItem - ItemID(len(tx.made))
		stored, _ = slices.BinarySearch(items, lowest)
	}
	terms, err := terms(tx.c, items[:stored])
	if err != nil || stored == len(items) {
		return terms, err
	}
	byID := make(map[ItemID]string, len(tx.made))
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
	own := make(map[string]ItemID, len(old.items))
	for i, term := range old.terms {
		own[term] = old.items[i]
	}
	tx.items = tx.items[:0]
	var missing []spelled // item is the index in tx.items
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
			if err := checkTerm(term); err != nil {
				return err
			}
			missing = append(missing, newSpelled(term, ItemID(i)))
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
func (tx *Tx) lookup(missing []spelled) error {
	if len(missing) == 0 {
		return nil
	}
	blocks, err := tx.dictionary(len(missing) >= manyTerms)
	if err != nil {
		return err
	}
	sortSpelled(missing)
	for _, m := range missing {
		b := blockAt(blocks, []byte(m.fold))
		if blocks == nil {
			if b, err = blockOf(tx.c, m.fold); err != nil {
				return err
			}
		}
		if b == nil {
			continue
		}
		from, to, err := b.find([]byte(m.fold))
		if err != nil {
			return damaged(tx.c.dir, err)
		}
		for i := from; i < to; i++ {
			if b.term(i) == m.term {
				tx.items[m.item] = b.item(i)
			}
		}
	}
	return nil
}

// dictionary returns the blocks as they are in the base if they were read
// before or read says so; else nil.
func (tx *Tx) dictionary(read bool) ([]*block, error) {
	if d := tx.w.terms; d != nil && d.terms == tx.terms {
		return d.blocks, nil
	}
	if !read {
		return nil, nil
	}
	d := &dictionary{terms: tx.terms}
	var err error
	if d.blocks, err = blocks(tx.c); err != nil {
		return nil, err
	}
	tx.w.terms = d
	return d.blocks, nil
}

// putSymbols makes the symbols of a file those of list and reports whether any
// differed.
func (tx *Tx) putSymbols(file FileID, created bool, list []projectbase.Symbol) (bool, error) {
	var old []projectbase.Symbol
	if !created {
		var err error
		if old, err = symbols(tx.c, file); err != nil {
			return false, err
		}
	}
	changed := false
	row := make([]any, 0, symbolColumns)
	for i := range list {
		s := list[i]
		if s.Prototype == s.Signature {
			s.Prototype = ""
		}
		if i < len(old) && old[i] == s {
			continue
		}
		changed = true
		if err := tx.symbol.put(appendSymbol(row[:0], file, i, &s)...); err != nil {
			return false, err
		}
	}
	if err := tx.symbol.flush(); err != nil {
		return false, err
	}
	if len(old) > len(list) {
		changed = true
		if err := tx.c.exec("delete_symbols", symbolID(file, len(list)), symbolID(file, maxOrdinal)); err != nil {
			return false, err
		}
	}
	tx.changed = tx.changed || changed
	return changed, nil
}

// putFile writes the rows of a file where they differ and reports whether more
// than the stat and the time did.
func (tx *Tx) putFile(id FileID, meta FileMeta, old *present, p *packed) (bool, error) {
	items := notNil(appendItems(nil, p.items))
	data := old.file.ID == 0 || !bytes.Equal(items, old.data.items) || !bytes.Equal(p.refs, old.data.refs) || !bytes.Equal(p.bindings, old.data.bindings) ||
		!bytes.Equal(p.imports, old.data.imports) || p.header != old.data.header
	if data {
		tx.changed = true
		if err := tx.c.exec("insert_file_data", int64(id), items, p.refs, p.bindings, p.imports, p.header); err != nil {
			return false, err
		}
	}
	now := p.counts
	now.ID, now.FileMeta = id, meta
	was := old.file
	now.IndexedAt, was.IndexedAt = 0, 0
	if now == was {
		return data, nil
	}
	was.Stat = now.Stat
	tx.changed = true
	return data || now != was, tx.c.exec("insert_file", fileRow(id, meta, &p.counts)...)
}

// Remove drops a file and reports whether the base held it.
func (tx *Tx) Remove(path projectbase.Path) (Change, error) {
	old, err := tx.present(path)
	if err != nil {
		return Change{}, fmt.Errorf("remove %s: %w", path, err)
	}
	if old.file.ID == 0 {
		return Change{Unchanged: true}, nil
	}
	change := Change{Removed: true}
	if _, err := tx.putPostings(old.file.ID, old, &packed{}, &change); err != nil {
		return Change{}, fmt.Errorf("remove %s: %w", path, err)
	}
	tx.changed = true
	id := int64(old.file.ID)
	if err := tx.c.exec("delete_symbols", symbolID(old.file.ID, 0), symbolID(old.file.ID, maxOrdinal)); err != nil {
		return Change{}, err
	}
	if err := tx.c.exec("delete_file_data", id); err != nil {
		return Change{}, err
	}
	if err := tx.removeGraph(old.file.ID); err != nil {
		return Change{}, err
	}
	return change, tx.c.exec("delete_file", id)
}

// SetInventory replaces what the base knows of the walk.
func (tx *Tx) SetInventory(inv Inventory) error {
	same, err := sameInventory(tx.c, inv)
	if err != nil || same {
		return err
	}
	tx.changed = true
	return putInventory(tx.c, inv)
}
