package index

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"
)

// graph has the declarations of an index and the dependencies of its edges.
type graph struct {
	generation int64 // of the index
	names      string
	project    *resolve.Project
	consulted  map[store.FileID][]uint16
}

// regraph updates the edges of an index for the changes of a transaction.
type regraph struct {
	session *session
	tx      *write.Tx
	graph   *graph
	changed map[uint16]bool       // keys of names whose meaning changed
	again   map[store.FileID]bool // files to resolve in any case
	undo    []func()              // restores the former graph, the last change first
}

// begin reads the declarations of the index before their first change.
func (g *regraph) begin() error {
	if g.graph != nil {
		return nil
	}
	g.changed, g.again = map[uint16]bool{}, map[store.FileID]bool{}
	text := g.session.known.meta.Other[keyNames]
	if known := g.session.takeGraph(g.session.project.Base); known != nil && known.generation == g.tx.Generation() && known.names == text {
		g.graph = known
		return nil
	}
	var err error
	g.graph, err = g.read(text)
	return err
}

// read reads the declarations of the index. text has the import names.
func (g *regraph) read(text string) (*graph, error) {
	var n importNames
	if text != "" {
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			n = importNames{} // invalid in an untrusted index; all files are resolved again when the manifests differ
		}
	}
	out := &graph{generation: g.tx.Generation(), names: text, project: g.session.newProject(n), consulted: map[store.FileID][]uint16{}}
	list, err := g.tx.Files()
	if err != nil {
		return nil, err
	}
	files := map[store.FileID]*store.File{}
	for i := range list {
		files[list[i].ID] = &list[i]
	}
	err = g.tx.Outlines(func(o store.Outline) error {
		f := files[o.File]
		if f == nil {
			return errors.Join(errOutline, projectbase.ErrCorrupt)
		}
		outline, err := outline.Unpack(uint32(o.File), f.Path, f.Language, o.Slots, o.Data)
		if err != nil {
			return errors.Join(err, projectbase.ErrCorrupt)
		}
		out.project.Put(outline)
		out.consulted[o.File] = o.Consulted
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

var errOutline = errors.New("outline without a file")

// put updates the declarations of a file.
func (g *regraph) put(meta store.FileMeta, f *projectbase.Facts) error {
	file, err := g.tx.File(meta.Path)
	if err != nil {
		return err
	}
	old := g.graph.project.File(uint32(file.ID))
	if g.session.scopeOf(meta.Language) == nil {
		return g.drop(file.ID)
	}
	slots := outline.Slots(old, f.Symbols)
	now := outline.New(uint32(file.ID), meta.Path, f, slots, g.session.scopeOf(meta.Language), outline.Texts{})
	g.note(old, now)
	g.remember(file.ID, old)
	g.graph.project.Put(now)
	g.again[file.ID] = true
	return g.tx.PutOutline(store.Outline{File: file.ID, Slots: slots, Data: now.Pack()})
}

// drop removes a file.
func (g *regraph) drop(id store.FileID) error {
	old := g.graph.project.File(uint32(id))
	if old == nil {
		return nil
	}
	g.note(old, nil)
	g.remember(id, old)
	g.graph.project.Remove(uint32(id))
	delete(g.graph.consulted, id)
	delete(g.again, id)
	return g.tx.RemoveOutline(id)
}

// remember notes how to restore the outline of a file. old is nil if there was
// none.
func (g *regraph) remember(id store.FileID, old *outline.Outline) {
	project := g.graph.project
	g.undo = append(g.undo, g.graph.consultedAt(id), func() {
		if old == nil {
			project.Remove(uint32(id))
		} else {
			project.Put(old)
		}
	})
}

// consultedAt returns a function that restores the present dependencies of a
// file.
func (g *graph) consultedAt(id store.FileID) func() {
	keys, known := g.consulted[id]
	return func() {
		if known {
			g.consulted[id] = keys
		} else {
			delete(g.consulted, id)
		}
	}
}

func (g *regraph) note(old, now *outline.Outline) {
	for _, k := range outline.Changed(old, now) {
		g.changed[k] = true
	}
}

// finish resolves the files that depend on the changes. t is nil if the tree
// was not walked.
func (g *regraph) finish(ctx context.Context, t *tree) error {
	all, err := g.rename(t)
	if err != nil || g.graph == nil {
		return err
	}
	var ids []store.FileID
	if all {
		for _, o := range g.graph.project.Files() {
			ids = append(ids, store.FileID(o.ID))
		}
	} else {
		changed := slices.Sorted(maps.Keys(g.changed))
		for id, consulted := range g.graph.consulted {
			if outline.Affected(consulted, changed) {
				g.again[id] = true
			}
		}
		ids = slices.Collect(maps.Keys(g.again))
	}
	slices.Sort(ids)
	in := consultedRecorder{g.tx, g}
	for batch := range slices.Chunk(ids, resolveBatch) {
		if err := resolveFiles(ctx, g.graph.project, batch, in); err != nil {
			return err
		}
	}
	return nil
}

// rename reports whether the import names of the manifests changed, so that all
// files must be resolved again.
func (g *regraph) rename(t *tree) (bool, error) {
	if t == nil {
		return false, nil
	}
	n, err := readImportNames(g.session.project.Root, t.manifests, g.session.Hooks)
	if err != nil {
		return false, err
	}
	text := n.text()
	if text == g.session.known.meta.Other[keyNames] {
		return false, nil
	}
	if err := g.begin(); err != nil {
		return false, err
	}
	files := g.graph.project.Files()
	project := g.session.newProject(n)
	for _, o := range files {
		project.Put(o)
	}
	before, names := g.graph.project, g.graph.names
	g.undo = append(g.undo, func() { g.graph.project, g.graph.names = before, names })
	g.graph.project, g.graph.names = project, text
	return true, nil
}

// consultedRecorder writes edges and also keeps their dependencies in memory.
type consultedRecorder struct {
	*write.Tx
	of *regraph
}

func (k consultedRecorder) PutEdges(id store.FileID, edges []projectbase.Edge, consulted []uint16) error {
	k.of.undo = append(k.of.undo, k.of.graph.consultedAt(id))
	k.of.graph.consulted[id] = consulted
	return k.Tx.PutEdges(id, edges, consulted)
}

// maxGraphs is the number of indexes whose declarations an Indexer keeps.
const maxGraphs = 4

// takeGraph removes and returns the declarations that are kept for an index.
// The caller may change them and stores them again after success.
func (x *Indexer) takeGraph(dir string) *graph {
	x.mu.Lock()
	defer x.mu.Unlock()
	g := x.graphs[dir]
	delete(x.graphs, dir)
	return g
}

func (x *Indexer) storeGraph(dir string, g *graph) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.graphs == nil {
		x.graphs = map[string]*graph{}
	}
	if len(x.graphs) >= maxGraphs {
		clear(x.graphs)
	}
	x.graphs[dir] = g
}
