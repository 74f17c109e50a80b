package read

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
)

// Snapshot is the state of an index at one moment. It is valid only during the
// call of View that created it, and for one goroutine. The values that it
// returns stay valid after the call; they are shared, so callers must not change
// them.
type Snapshot struct {
	FileTable
	Contents
	Graph
	Records
	Terms

	generation int64
	items      int64 // number of items in the index
}

// snapshot reads the state of the transaction that c has begun.
func (x *Index) snapshot(ctx context.Context, c *database.Conn) (*Snapshot, error) {
	r, err := c.Query("state")
	if err != nil {
		if database.IsStatementError(err) {
			// The usual cause is a schema that changed since the last view.
			if other := c.Verify(); other != nil {
				return nil, other
			}
		}
		return nil, err
	}
	n := 0
	var generation, version, items int64
	for r.Next() {
		generation, version, items = r.Int64(0), r.Int64(1), r.Int64(2)
		n++
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	// The schema belongs to the transaction only after its first read.
	if err := c.Verify(); err != nil {
		return nil, err
	}
	if n != 1 {
		return nil, store.Corrupt(c.Dir, errors.New("the table state is empty"))
	}
	return &Snapshot{
		FileTable:  FileTable{c: c, cache: &x.files, generation: generation},
		Contents:   Contents{c: c},
		Graph:      Graph{c: c},
		Records:    Records{c: c},
		Terms:      Terms{ctx: ctx, c: c, cache: &x.terms, version: version},
		generation: generation,
		items:      items,
	}, nil
}

// Uncounted returns s for lookups that do not need Item.Occurrences. They stay 0,
// which halves the time of a lookup with many results.
func (s *Snapshot) Uncounted() *Snapshot {
	u := *s
	u.uncounted = true
	return &u
}

// Generation returns a number that differs after each write transaction.
func (s *Snapshot) Generation() int64 { return s.generation }

// Stats returns the size of the index in files, lines, items and bytes.
func (s *Snapshot) Stats() (store.Stats, error) {
	files, err := s.Files()
	if err != nil {
		return store.Stats{}, err
	}
	out := store.Stats{Files: len(files)}
	for i := range files {
		f := &files[i]
		out.Lines += int64(f.LineObjects)
		out.SourceLines += int64(f.Lines)
		out.Occurrences += int64(f.Occurrences)
		out.Methods += int64(f.Methods)
		out.Types += int64(f.Types)
		out.Symbols += int64(f.Symbols)
	}
	links, err := s.Links()
	if err != nil {
		return store.Stats{}, err
	}
	out.Items, out.Dependencies = s.items, len(links)
	fi, err := os.Stat(filepath.Join(s.Records.c.Dir, store.FileName))
	if err != nil {
		return store.Stats{}, fmt.Errorf("size of the index: %w", err)
	}
	out.Bytes = fi.Size()
	return out, nil
}
