package write

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// edgeWriter writes the edges of a transaction.
type edgeWriter struct {
	c     *database.Conn
	delta map[int64]map[store.FileID]bool // by target: files that got an edge to it (true) or lost theirs (false)
}

func (g *edgeWriter) putOutline(o store.Outline) error {
	return g.c.Exec("insert_outline", int64(o.File), format.NotNil(format.AppendSlots(nil, o.Slots)), format.NotNil(o.Data))
}

// putEdges replaces the old edges of a file.
func (g *edgeWriter) putEdges(file store.FileID, old []byte, edges []projectbase.Edge, consulted []uint16) error {
	was, err := format.UnpackEdges(old, file)
	if len(old) == 0 {
		was, err = store.Edges{}, nil
	}
	if err != nil {
		return store.Corrupt(g.c.Dir, err)
	}
	g.change(file, format.TargetKeys(was.Outcomes), format.TargetKeys(edges))
	return g.c.Exec("insert_edges", int64(file), format.AppendEdges(nil, file, edges), format.NotNil(format.AppendKeys(nil, consulted)))
}

// change notes the targets that a file gained and lost.
func (g *edgeWriter) change(file store.FileID, was, now map[int64]bool) {
	for t := range now {
		if !was[t] {
			g.note(t, file, true)
		}
	}
	for t := range was {
		if !now[t] {
			g.note(t, file, false)
		}
	}
}

func (g *edgeWriter) note(target int64, file store.FileID, leads bool) {
	if g.delta == nil {
		g.delta = map[int64]map[store.FileID]bool{}
	}
	m := g.delta[target]
	if m == nil {
		m = map[store.FileID]bool{}
		g.delta[target] = m
	}
	m[file] = leads
}

// flush writes the changed lists of users.
func (g *edgeWriter) flush() error {
	targets := make([]int64, 0, len(g.delta))
	for t := range g.delta {
		targets = append(targets, t)
	}
	slices.Sort(targets)
	for _, t := range targets {
		files, err := tables.Users(g.c, t)
		if err != nil {
			return err
		}
		for f, leads := range g.delta[t] {
			at, ok := slices.BinarySearch(files, f)
			switch {
			case leads && !ok:
				files = slices.Insert(files, at, f)
			case !leads && ok:
				files = slices.Delete(files, at, at+1)
			}
		}
		if len(files) == 0 {
			err = g.c.Exec("delete_use", t)
		} else {
			err = g.c.Exec("insert_use", t, format.AppendFiles(nil, files))
		}
		if err != nil {
			return err
		}
	}
	clear(g.delta)
	return nil
}
