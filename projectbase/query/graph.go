package query

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/about"
	"codegraph/projectbase/store"
)

// graph reads the symbols and edges of a view, each file's once. It is for one
// goroutine at a time.
type graph struct {
	s     *store.Snapshot
	files map[store.FileID]*graphFile
	dirs  map[projectbase.Path][]store.FileID // nil until it is asked for
	paths map[projectbase.Path]store.FileID   // likewise

	// What was found out of types, by type or by name.
	held       map[node][]node
	methodSets map[node][]node
	fitted     map[node][]relative
	interfaces map[string][]node

	names   map[string]*written              // where names are, by family of languages and name
	open    map[store.FileID][]openReference // of files, by name
	unknown map[content]map[string]int       // by name, how often symbols refer to what is not known
	lean    bool                             // docs are left out: it outlives its view
	cost    int                              // bytes that it holds, about
}

// maxRemembered is how many bytes of decoded symbols and edges a Base keeps
// between questions. A file takes about twenty times its number of symbols and
// references; the sources of Go 60 MB.
const maxRemembered = 96 << 20

// graph returns what was read of the base before, if nobody else is using it
// and the base is still the same. The caller gives it back with release.
func (b *Base) graph(s *store.Snapshot) *graph {
	g, _ := b.TakeKept(s.Generation()).(*graph)
	if g == nil {
		g = newGraph(s)
		g.lean = true
	}
	g.s = s
	return g
}

// release keeps what was read for the next question.
func (b *Base) release(g *graph) {
	generation := g.s.Generation()
	g.s = nil
	if g.cost > maxRemembered {
		return
	}
	b.Keep(generation, g)
}

// graphFile is what a graph has read of a file.
type graphFile struct {
	file    store.File
	symbols []projectbase.Symbol
	slots   []uint32         // nil where each is the ordinal
	at      map[uint32]int32 // ordinals by slot; nil likewise

	linked bool // the rest is read
	refs   []projectbase.Reference
	edges  store.Edges
}

func newGraph(s *store.Snapshot) *graph {
	return &graph{s: s, files: map[store.FileID]*graphFile{}, held: map[node][]node{}, methodSets: map[node][]node{}, fitted: map[node][]relative{},
		interfaces: map[string][]node{}, names: map[string]*written{}, open: map[store.FileID][]openReference{}, unknown: map[content]map[string]int{}}
}

// file returns a file with its symbols.
func (g *graph) file(id store.FileID) (*graphFile, error) {
	if f := g.files[id]; f != nil {
		return f, nil
	}
	file, err := g.s.FileByID(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", projectbase.ErrCorrupt, err)
	}
	f := &graphFile{file: file}
	if f.symbols, err = g.s.Symbols(id); err != nil {
		return nil, err
	}
	if g.lean {
		for i := range f.symbols {
			f.symbols[i].Doc, f.symbols[i].Prototype = "", ""
		}
	}
	g.cost += 400*len(f.symbols) + 200
	if f.slots, err = g.s.Slots(id); err != nil {
		return nil, err
	}
	if f.slots != nil {
		f.at = make(map[uint32]int32, len(f.slots))
		for i, s := range f.slots {
			f.at[s] = int32(i)
		}
	}
	g.files[id] = f
	return f, nil
}

// forget drops what was read of a file.
func (g *graph) forget(id store.FileID) { delete(g.files, id) }

// linked is file with the references and edges.
func (g *graph) linked(id store.FileID) (*graphFile, error) {
	f, err := g.file(id)
	if err != nil || f.linked {
		return f, err
	}
	if f.refs, err = g.s.ReferencePlaces(id); err != nil {
		return nil, err
	}
	if f.edges, err = g.s.Edges(id); err != nil {
		return nil, err
	}
	g.cost += 36*len(f.refs) + 72*len(f.edges.Outcomes)
	f.linked = true
	return f, nil
}

// ordinal returns the place of the symbol with a slot among those of the file,
// or projectbase.NoSymbol.
func (f *graphFile) ordinal(slot uint32) int32 {
	if f.at != nil {
		if i, ok := f.at[slot]; ok && int(i) < len(f.symbols) {
			return i
		}
		return projectbase.NoSymbol
	}
	if int(slot) < len(f.symbols) {
		return int32(slot)
	}
	return projectbase.NoSymbol
}

// target is the symbol of the file as edges name it.
func (f *graphFile) target(ordinal int32) projectbase.Target {
	slot := uint32(ordinal)
	if f.slots != nil {
		slot = f.slots[ordinal]
	}
	return projectbase.Target{File: uint32(f.file.ID), Slot: slot}
}

// node is a symbol in its file.
type node struct {
	file    *graphFile
	ordinal int32
}

func (n node) symbol() *projectbase.Symbol { return &n.file.symbols[n.ordinal] }

// target is the node as edges name it.
func (n node) target() projectbase.Target { return n.file.target(n.ordinal) }

// isTest reports whether a symbol is a test or lies in one, or in a file of tests.
func (n node) isTest() bool {
	for i := n.ordinal; i != projectbase.NoSymbol; i = n.file.symbols[i].Container {
		if n.file.symbols[i].Flags.Has(projectbase.FlagTest) {
			return true
		}
	}
	return isTestFile(n.file)
}

// isTestFile reports whether a file is for tests. Code of others that lies in the
// project and examples are not, unless they are tests there.
func isTestFile(f *graphFile) bool {
	if !about.TestFile(f.file.Path) {
		return false
	}
	parts := strings.Split(string(f.file.Path), "/")
	parts = slices.DeleteFunc(parts, func(p string) bool {
		switch strings.ToLower(p) {
		case "vendor", "third_party", "node_modules", "example", "examples":
			return true
		}
		return false
	})
	return about.TestFile(projectbase.Path(strings.Join(parts, "/")))
}

// node returns the symbol that an edge leads to. One that is not there is an
// error that wraps projectbase.ErrCorrupt: edges are written with the symbols.
func (g *graph) node(t projectbase.Target) (node, error) {
	f, err := g.file(store.FileID(t.File))
	if err != nil {
		return node{}, err
	}
	i := f.ordinal(t.Slot)
	if i == projectbase.NoSymbol {
		return node{}, fmt.Errorf("an edge leads to symbol %d of %s, which is not there: %w", t.Slot, f.file.Path, projectbase.ErrCorrupt)
	}
	return node{f, i}, nil
}

// qualified returns a symbol's name after those of what holds it, with dots.
func (n node) qualified() string {
	s := n.symbol()
	name := s.Name
	if s.Owner != "" {
		name = s.Owner + "." + name
	}
	for c := s.Container; c != projectbase.NoSymbol; c = n.file.symbols[c].Container {
		name = n.file.symbols[c].Name + "." + name
	}
	return name
}

// fileAt returns the file at a path, false if there is none.
func (g *graph) fileAt(p projectbase.Path) (store.FileID, bool, error) {
	if g.paths == nil {
		files, err := g.s.Files()
		if err != nil {
			return 0, false, err
		}
		g.paths = make(map[projectbase.Path]store.FileID, len(files))
		for i := range files {
			g.paths[files[i].Path] = files[i].ID
		}
	}
	id, ok := g.paths[p]
	return id, ok, nil
}

// unit is where names of a file are known without an import: its directory where
// the language has it so, the language where its types are open, else the file.
func (f *graphFile) unit() string {
	switch p := string(f.file.Path); f.file.Language {
	case "go":
		return path.Dir(p)
	case "c", "cpp", "csharp", "ruby", "swift":
		return f.file.Language
	default:
		return p
	}
}
