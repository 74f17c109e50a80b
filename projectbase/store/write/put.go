package write

import (
	"bytes"
	"errors"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// present is the indexed state of a file before a change.
type present struct {
	file  store.File // ID 0 if the file is not indexed
	data  tables.FileData
	items []store.ItemID
	terms []string
}

// Put adds or updates a file and writes only the differences. Put does not keep
// f. An error that wraps projectbase.ErrMalformed means that f is invalid; then
// nothing of it was written and the transaction can continue. After other
// errors it cannot.
func (tx *Tx) Put(meta store.FileMeta, f *projectbase.Facts) (store.Change, error) {
	change, err := tx.put(meta, f)
	if err != nil {
		return store.Change{}, fmt.Errorf("index %s: %w", meta.Path, err)
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
	if err := tx.items.resolve(f, old); err != nil {
		return store.Change{}, err
	}
	p, err := tx.w.pack.Pack(f, tx.items.ofFile)
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

// present reads the indexed state of the file at path.
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
	old.terms, err = tx.items.terms(old.items)
	return old, err
}

// putSymbols replaces the symbols of a file by list and reports whether any
// changed.
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

// putFile writes the rows of a file that changed. It reports whether more than
// the file information and the time changed.
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

// Remove removes a file and reports whether it was in the index.
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

// SetInventory replaces the inventory of the last walk.
func (tx *Tx) SetInventory(inv store.Inventory) error {
	same, err := sameInventory(tx.c, inv)
	if err != nil || same {
		return err
	}
	tx.changed = true
	return putInventory(tx.c, inv)
}
