package write

import (
	"errors"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// Outlines calls fn with the outline of each file, by id.
func (tx *Tx) Outlines(fn func(store.Outline) error) error { return tables.EachOutline(tx.c, fn) }

// PutOutline replaces the outline of a file.
func (tx *Tx) PutOutline(o store.Outline) error {
	tx.changed = true
	return tx.graph.putOutline(o)
}

// Slots returns the numbers of a file's symbols in edges, by ordinal. It is nil
// if each slot is the ordinal.
func (tx *Tx) Slots(file store.FileID) ([]uint32, error) { return tables.Slots(tx.c, file) }

// Symbols returns the symbols of a file in their order.
func (tx *Tx) Symbols(file store.FileID) ([]projectbase.Symbol, error) {
	return tables.Symbols(tx.c, file)
}

// Body returns the references and bindings of a file.
func (tx *Tx) Body(file store.FileID) (store.Body, error) {
	return tables.Body(tx.c, file, tx.items.terms)
}

// PutEdges replaces the edges of a file, one for each reference, and writes
// only the differences.
func (tx *Tx) PutEdges(file store.FileID, edges []projectbase.Edge, consulted []uint16) error {
	old, err := tables.EdgeData(tx.c, file)
	if err != nil {
		return err
	}
	tx.changed = true
	return tx.graph.putEdges(file, old, edges, consulted)
}

// RemoveOutline removes the outline and the edges of a file.
func (tx *Tx) RemoveOutline(file store.FileID) error {
	tx.changed = true
	return tx.removeGraph(file)
}

// removeGraph removes the outline and the edges of a file. The caller resolves
// the files that had edges to it.
func (tx *Tx) removeGraph(file store.FileID) error {
	old, err := tables.EdgeData(tx.c, file)
	if err != nil {
		return err
	}
	if len(old) > 0 {
		e, err := format.UnpackEdges(old, file)
		if err != nil {
			return store.Corrupt(tx.c.Dir, err)
		}
		tx.graph.change(file, format.TargetKeys(e.Outcomes), nil)
	}
	return errors.Join(tx.c.Exec("delete_outline", int64(file)), tx.c.Exec("delete_edges", int64(file)))
}
