package store

import "codegraph/projectbase"

// Outline has the declarations of a file that the resolver needs for other
// files.
type Outline struct {
	File      FileID
	Slots     []uint32 // by ordinal of the symbol; nil if each slot is the ordinal
	Data      []byte   // packed by package resolve
	Consulted []uint16 // keys of the names that the edges of the file depend on; ascending
}

// Body has the parts of a file that the resolver needs to resolve it.
type Body struct {
	References References
	Bindings   []projectbase.Binding
}

// References has the references of a file. The names and qualifiers of List are
// indexes in Names.
type References struct {
	Names []string
	List  []projectbase.Reference
}

// Edges has the results of resolving the references of a file.
type Edges struct {
	Outcomes []projectbase.Edge
	// List has a number for each reference: 0 if it was not resolved,
	// otherwise its index in Outcomes plus 1.
	List []uint32
}

// At returns the edge of a reference. Its tier is projectbase.TierNone if the
// reference was not resolved.
func (e *Edges) At(reference int) projectbase.Edge {
	if reference >= len(e.List) || e.List[reference] == 0 {
		return projectbase.Edge{}
	}
	return e.Outcomes[e.List[reference]-1]
}

// Named is a symbol with its file and ordinal.
type Named struct {
	projectbase.Symbol
	File    FileID
	Ordinal int32 // index among the symbols of the file
}
