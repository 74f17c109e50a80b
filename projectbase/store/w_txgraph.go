package store

import (
	"errors"

	"codegraph/projectbase"
)

// Outlines calls fn with what is kept of each file, by id.
func (tx *Tx) Outlines(fn func(Outline) error) error { return eachOutline(tx.c, fn) }

// PutOutline enters what is kept of a file.
func (tx *Tx) PutOutline(o Outline) error {
	tx.changed = true
	return tx.graph.putOutline(o)
}

// Slots returns the numbers by which edges name the symbols of a file, by
// ordinal; nil where each is the ordinal.
func (tx *Tx) Slots(file FileID) ([]uint32, error) { return slots(tx.c, file) }

// Symbols returns the symbols of a file in their order.
func (tx *Tx) Symbols(file FileID) ([]projectbase.Symbol, error) { return symbols(tx.c, file) }

// Body returns what resolving a file needs of it.
func (tx *Tx) Body(file FileID) (Body, error) { return body(tx.c, file, tx.termsOf) }

// PutEdges enters what the references of a file were resolved to, one edge a
// reference, and writes only what differs.
func (tx *Tx) PutEdges(file FileID, edges []projectbase.Edge, consulted []uint16) error {
	old, err := edgeData(tx.c, file)
	if err != nil {
		return err
	}
	tx.changed = true
	return tx.graph.putEdges(file, old, edges, consulted)
}

// RemoveOutline drops what is kept of a file's declarations and edges.
func (tx *Tx) RemoveOutline(file FileID) error {
	tx.changed = true
	return tx.removeGraph(file)
}

// removeGraph drops what is kept of a file's edges. What led to it is resolved
// anew by whoever removes it.
func (tx *Tx) removeGraph(file FileID) error {
	old, err := edgeData(tx.c, file)
	if err != nil {
		return err
	}
	if len(old) > 0 {
		e, err := unpackEdges(old, file)
		if err != nil {
			return damaged(tx.c.dir, err)
		}
		tx.graph.change(file, targets(e.Outcomes), nil)
	}
	return errors.Join(tx.c.exec("delete_outline", int64(file)), tx.c.exec("delete_edges", int64(file)))
}
