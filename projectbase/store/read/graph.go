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

// Edges returns what the references of a file were resolved to.
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

// Users returns the files that have an edge to a symbol, by id.
func (s *Graph) Users(t projectbase.Target) ([]store.FileID, error) {
	return tables.Users(s.c, format.TargetKey(t))
}

// Slots returns the numbers by which edges name the symbols of a file, by
// ordinal; nil where each is the ordinal.
func (s *Graph) Slots(file store.FileID) ([]uint32, error) { return tables.Slots(s.c, file) }

// Outlines calls fn with what is kept of each file for resolving others, by id.
func (s *Graph) Outlines(fn func(store.Outline) error) error { return tables.EachOutline(s.c, fn) }
