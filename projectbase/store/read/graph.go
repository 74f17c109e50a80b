package read

import (
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// Graph reads the edges between files and symbols.
type Graph struct{ c *database.Conn }

// Edges returns the edges of a file, one for each reference.
func (s *Graph) Edges(file store.FileID) (store.Edges, error) {
	data, err := tables.EdgeData(s.c, file)
	if err != nil || len(data) == 0 {
		return store.Edges{}, err
	}
	e, err := format.UnpackEdges(data, file)
	if err != nil {
		return store.Edges{}, store.Corrupt(s.c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	return e, nil
}

// Users returns the files that have an edge to a symbol, sorted by id.
func (s *Graph) Users(t projectbase.Target) ([]store.FileID, error) {
	return tables.Users(s.c, format.TargetKey(t))
}

// Slots returns the numbers of a file's symbols in edges, by ordinal. It is nil
// if each slot is the ordinal.
func (s *Graph) Slots(file store.FileID) ([]uint32, error) { return tables.Slots(s.c, file) }

// Outlines calls fn with the outline of each file, by id.
func (s *Graph) Outlines(fn func(store.Outline) error) error { return tables.EachOutline(s.c, fn) }
