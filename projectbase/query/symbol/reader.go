// Package symbol reads the symbols and resolved references of one project's
// index: declarations by name, users of a symbol, and inheritance.
package symbol

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/about"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// graph reads the symbols and edges of a view, each file's once. It is for one
// goroutine at a time.
type Reader struct {
	Index    *query.Index
	Snapshot *read.Snapshot
	files    map[store.FileID]*File
	paths    map[projectbase.Path]store.FileID // nil until the first lookup

	Types      Types
	Unresolved Unresolved

	lean bool // docs are left out: the reader outlives its view
	cost int  // bytes that it holds, about
}

// maxRemembered is how many bytes of decoded symbols and edges a Base keeps
// between questions. A file takes about twenty times its number of symbols and
// references; the sources of Go 60 MB.
const maxRemembered = 96 << 20

// graph returns what was read of the base before, if nobody else is using it
// and the base is still the same. The caller gives it back with release.
func NewSharedReader(b *query.Index, s *read.Snapshot) *Reader {
	g, _ := b.TakeKept(s.Generation()).(*Reader)
	if g == nil {
		g = NewReader(b, s)
		g.lean = true
	}
	g.Snapshot = s
	return g
}

// release keeps what was read for the next question.
func Release(b *query.Index, g *Reader) {
	generation := g.Snapshot.Generation()
	g.Snapshot = nil
	if g.cost > maxRemembered {
		return
	}
	b.Keep(generation, g)
}

// graphFile is what a graph has read of a file.
type File struct {
	Info     store.File
	Language *lang.Language
	Symbols  []projectbase.Symbol
	slots    []uint32         // nil where each is the ordinal
	at       map[uint32]int32 // ordinals by slot; nil likewise

	linked bool // the rest is read
	Refs   []projectbase.Reference
	Edges  store.Edges
}

// NewReader returns a reader of a view of an index.
func NewReader(b *query.Index, s *read.Snapshot) *Reader {
	g := &Reader{Index: b, Snapshot: s, files: map[store.FileID]*File{}}
	g.Types = Types{reader: g, held: map[Node][]Node{}, methodSets: map[Node][]Node{}, fitted: map[Node][]Relative{}, interfaces: map[string][]Node{}}
	g.Unresolved = Unresolved{reader: g, names: map[string]*written{}, open: map[store.FileID][]openReference{}, unknown: map[content]map[string]int{}}
	return g
}

// file returns a file with its symbols.
func (g *Reader) File(id store.FileID) (*File, error) {
	if f := g.files[id]; f != nil {
		return f, nil
	}
	file, err := g.Snapshot.FileByID(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", projectbase.ErrCorrupt, err)
	}
	f := &File{Info: file, Language: g.Index.Language(file.Language)}
	if f.Symbols, err = g.Snapshot.Symbols(id); err != nil {
		return nil, err
	}
	if g.lean {
		for i := range f.Symbols {
			f.Symbols[i].Doc, f.Symbols[i].Prototype = "", ""
		}
	}
	g.cost += 400*len(f.Symbols) + 200
	if f.slots, err = g.Snapshot.Slots(id); err != nil {
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
func (g *Reader) Forget(id store.FileID) { delete(g.files, id) }

// linked is file with the references and edges.
func (g *Reader) Linked(id store.FileID) (*File, error) {
	f, err := g.File(id)
	if err != nil || f.linked {
		return f, err
	}
	if f.Refs, err = g.Snapshot.ReferencePlaces(id); err != nil {
		return nil, err
	}
	if f.Edges, err = g.Snapshot.Edges(id); err != nil {
		return nil, err
	}
	g.cost += 36*len(f.Refs) + 72*len(f.Edges.Outcomes)
	f.linked = true
	return f, nil
}

// ordinal returns the place of the symbol with a slot among those of the file,
// or projectbase.NoSymbol.
func (f *File) Ordinal(slot uint32) int32 {
	if f.at != nil {
		if i, ok := f.at[slot]; ok && int(i) < len(f.Symbols) {
			return i
		}
		return projectbase.NoSymbol
	}
	if int(slot) < len(f.Symbols) {
		return int32(slot)
	}
	return projectbase.NoSymbol
}

// target is the symbol of the file as edges name it.
func (f *File) Target(ordinal int32) projectbase.Target {
	slot := uint32(ordinal)
	if f.slots != nil {
		slot = f.slots[ordinal]
	}
	return projectbase.Target{File: uint32(f.Info.ID), Slot: slot}
}

// node is a symbol in its file.
type Node struct {
	File    *File
	Ordinal int32
}

func (n Node) Symbol() *projectbase.Symbol { return &n.File.Symbols[n.Ordinal] }

// target is the node as edges name it.
func (n Node) Target() projectbase.Target { return n.File.Target(n.Ordinal) }

// isTest reports whether a symbol is a test or lies in one, or in a file of tests.
func (n Node) IsTest() bool {
	for i := n.Ordinal; i != projectbase.NoSymbol; i = n.File.Symbols[i].Container {
		if n.File.Symbols[i].Flags.Has(projectbase.FlagTest) {
			return true
		}
	}
	return IsTestFile(n.File)
}

// isTestFile reports whether a file is for tests. Code of others that lies in the
// project and examples are not, unless they are tests there.
func IsTestFile(f *File) bool {
	if !about.TestFile(f.Info.Path) {
		return false
	}
	parts := strings.Split(string(f.Info.Path), "/")
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
func (g *Reader) Node(t projectbase.Target) (Node, error) {
	f, err := g.File(store.FileID(t.File))
	if err != nil {
		return Node{}, err
	}
	i := f.Ordinal(t.Slot)
	if i == projectbase.NoSymbol {
		return Node{}, fmt.Errorf("an edge leads to symbol %d of %s, which is not there: %w", t.Slot, f.Info.Path, projectbase.ErrCorrupt)
	}
	return Node{f, i}, nil
}

// qualified returns a symbol's name after those of what holds it, with dots.
func (n Node) Qualified() string {
	s := n.Symbol()
	name := s.Name
	if s.Owner != "" {
		name = s.Owner + "." + name
	}
	for c := s.Container; c != projectbase.NoSymbol; c = n.File.Symbols[c].Container {
		name = n.File.Symbols[c].Name + "." + name
	}
	return name
}

// fileAt returns the file at a path, false if there is none.
func (g *Reader) FileAt(p projectbase.Path) (store.FileID, bool, error) {
	if g.paths == nil {
		files, err := g.Snapshot.Files()
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

// Unit is where names of a file are known without an import: its directory where
// the language has it so, the language where its types are open, else the file.
func (f *File) Unit() string {
	p := string(f.Info.Path)
	switch f.Language.Graph.Declarations {
	case lang.UnitDirectory:
		return path.Dir(p)
	case lang.UnitProject:
		return f.Language.ID
	}
	return p
}
