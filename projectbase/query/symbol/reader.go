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

// Reader reads symbols and references of one view of an index, each file once.
// It is for one goroutine at a time.
type Reader struct {
	Index    *query.Index
	Snapshot *read.Snapshot
	files    map[store.FileID]*File
	paths    map[projectbase.Path]store.FileID // nil until the first lookup

	Types      Types
	Unresolved Unresolved

	lean bool // docs are omitted, because the reader outlives its view
	cost int  // approximate size in bytes
}

// maxRemembered bounds the decoded symbols and references that an index keeps
// between questions, in bytes. The sources of Go take 60 MB.
const maxRemembered = 96 << 20

// NewSharedReader returns the reader of the previous question if it is free and
// the index has not changed, else a new one. The caller returns it with
// Release.
func NewSharedReader(b *query.Index, s *read.Snapshot) *Reader {
	g, _ := b.TakeKept(s.Generation()).(*Reader)
	if g == nil {
		g = NewReader(b, s)
		g.lean = true
	}
	g.Snapshot = s
	return g
}

// Release keeps a reader for the next question.
func Release(b *query.Index, g *Reader) {
	generation := g.Snapshot.Generation()
	g.Snapshot = nil
	if g.cost > maxRemembered {
		return
	}
	b.Keep(generation, g)
}

// File is a file of the index with its symbols. Linked adds its references.
type File struct {
	Info     store.File
	Language *lang.Language
	Symbols  []projectbase.Symbol
	slots    []uint32         // nil if each slot is the ordinal
	at       map[uint32]int32 // ordinals by slot; nil likewise

	linked bool // references and edges are loaded
	Refs   []projectbase.Reference
	Edges  store.Edges
}

// NewReader returns a reader for a view of an index.
func NewReader(b *query.Index, s *read.Snapshot) *Reader {
	g := &Reader{Index: b, Snapshot: s, files: map[store.FileID]*File{}}
	g.Types = Types{reader: g, held: map[Node][]Node{}, methodSets: map[Node][]Node{}, fitted: map[Node][]Relative{}, interfaces: map[string][]Node{}}
	g.Unresolved = Unresolved{reader: g, names: map[string]*written{}, open: map[store.FileID][]openReference{}, unknown: map[content]map[string]int{}}
	return g
}

// File returns a file with its symbols.
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

// Forget drops a file from memory.
func (g *Reader) Forget(id store.FileID) { delete(g.files, id) }

// Linked returns a file with its symbols, references and edges.
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

// Ordinal returns the index in Symbols of the symbol with a slot, or
// projectbase.NoSymbol.
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

// Target returns the symbol with an ordinal as edges name it.
func (f *File) Target(ordinal int32) projectbase.Target {
	slot := uint32(ordinal)
	if f.slots != nil {
		slot = f.slots[ordinal]
	}
	return projectbase.Target{File: uint32(f.Info.ID), Slot: slot}
}

// Node is a symbol in its file.
type Node struct {
	File    *File
	Ordinal int32
}

// Symbol returns the declaration.
func (n Node) Symbol() *projectbase.Symbol { return &n.File.Symbols[n.Ordinal] }

// Target returns the node as edges name it.
func (n Node) Target() projectbase.Target { return n.File.Target(n.Ordinal) }

// IsTest reports whether a symbol is a test, is declared in one, or lies in a
// test file.
func (n Node) IsTest() bool {
	for i := n.Ordinal; i != projectbase.NoSymbol; i = n.File.Symbols[i].Container {
		if n.File.Symbols[i].Flags.Has(projectbase.FlagTest) {
			return true
		}
	}
	return IsTestFile(n.File)
}

// IsTestFile reports whether a file is for tests. The directories of vendored
// code and of examples alone do not make a test file.
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

// Node returns the target of an edge. A missing target is an error that wraps
// projectbase.ErrCorrupt, since edges are written together with their symbols.
func (g *Reader) Node(t projectbase.Target) (Node, error) {
	f, err := g.File(store.FileID(t.File))
	if err != nil {
		return Node{}, err
	}
	i := f.Ordinal(t.Slot)
	if i == projectbase.NoSymbol {
		return Node{}, fmt.Errorf("an edge leads to symbol %d of %s, which does not exist: %w", t.Slot, f.Info.Path, projectbase.ErrCorrupt)
	}
	return Node{f, i}, nil
}

// Qualified returns the name of a symbol after the names of its containers,
// joined by dots.
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

// FileAt returns the file at a path; false if there is none.
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

// Unit returns the part of the project in which a file's names are visible
// without an import: the directory, the language, or the file alone. See
// lang.Graph.
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
