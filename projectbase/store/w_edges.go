package store

import (
	"slices"

	"codegraph/projectbase"
)

// graphTables writes edges; a Builder and a Tx each have one.
type graphTables struct {
	c     *conn
	delta map[int64]map[FileID]bool // by target: files that now lead to it, or no longer do
}

func (g *graphTables) putOutline(o Outline) error {
	return g.c.exec("insert_outline", int64(o.File), notNil(appendSlots(nil, o.Slots)), notNil(o.Data))
}

// putEdges enters the edges of a file in place of old ones.
func (g *graphTables) putEdges(file FileID, old []byte, edges []projectbase.Edge, consulted []uint16) error {
	was, err := unpackEdges(old, file)
	if len(old) == 0 {
		was, err = Edges{}, nil
	}
	if err != nil {
		return damaged(g.c.dir, err)
	}
	g.change(file, targets(was.Outcomes), targets(edges))
	return g.c.exec("insert_edges", int64(file), appendEdges(nil, file, edges), notNil(appendKeys(nil, consulted)))
}

// change notes which targets a file leads to that it did not, and the reverse.
func (g *graphTables) change(file FileID, was, now map[int64]bool) {
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

func (g *graphTables) note(target int64, file FileID, leads bool) {
	if g.delta == nil {
		g.delta = map[int64]map[FileID]bool{}
	}
	m := g.delta[target]
	if m == nil {
		m = map[FileID]bool{}
		g.delta[target] = m
	}
	m[file] = leads
}

// flush writes the lists of users that changed.
func (g *graphTables) flush() error {
	targets := make([]int64, 0, len(g.delta))
	for t := range g.delta {
		targets = append(targets, t)
	}
	slices.Sort(targets)
	for _, t := range targets {
		files, err := users(g.c, t)
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
			err = g.c.exec("delete_use", t)
		} else {
			err = g.c.exec("insert_use", t, appendFiles(nil, files))
		}
		if err != nil {
			return err
		}
	}
	clear(g.delta)
	return nil
}
