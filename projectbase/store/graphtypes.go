package store

import "codegraph/projectbase"

// Outline is what the index keeps of a file so that others can be resolved
// without reading all that it says.
type Outline struct {
	File      FileID
	Slots     []uint32 // by ordinal of the symbol; nil where each is the ordinal
	Data      []byte   // packed by package resolve
	Consulted []uint16 // keys of the names whose meaning elsewhere its edges depend on; ascending
}

// Body is what resolving a file needs of it.
type Body struct {
	References References
	Bindings   []projectbase.Binding
}

// References are the references of a file. The names and qualifiers of List
// are indexes in Names.
type References struct {
	Names []string
	List  []projectbase.Reference
}

// Edges are what the references of one file were resolved to.
type Edges struct {
	Outcomes []projectbase.Edge
	// List has a number for each reference: 0 for one that was not resolved, else the
	// place in Outcomes and 1.
	List []uint32
}

// At returns the edge of a reference; its tier is projectbase.TierNone if it was
// not resolved.
func (e *Edges) At(reference int) projectbase.Edge {
	if reference >= len(e.List) || e.List[reference] == 0 {
		return projectbase.Edge{}
	}
	return e.Outcomes[e.List[reference]-1]
}

// Named is a symbol with its place in the index.
type Named struct {
	projectbase.Symbol
	File    FileID
	Ordinal int32 // index among the symbols of the file
}
