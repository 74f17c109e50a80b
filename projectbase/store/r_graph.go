package store

import (
	"fmt"

	"codegraph/projectbase"
)

// Edges returns what the references of a file were resolved to.
func (s *Snapshot) Edges(file FileID) (Edges, error) {
	data, err := edgeData(s.c, file)
	if err != nil || len(data) == 0 {
		return Edges{}, err
	}
	e, err := unpackEdges(data, file)
	if err != nil {
		return Edges{}, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return e, nil
}

// Users returns the files that have an edge to a symbol, by id.
func (s *Snapshot) Users(t projectbase.Target) ([]FileID, error) { return users(s.c, symbolKey(t)) }

// Slots returns the numbers by which edges name the symbols of a file, by
// ordinal; nil where each is the ordinal.
func (s *Snapshot) Slots(file FileID) ([]uint32, error) { return slots(s.c, file) }

// Outlines calls fn with what is kept of each file for resolving others, by id.
func (s *Snapshot) Outlines(fn func(Outline) error) error { return eachOutline(s.c, fn) }
