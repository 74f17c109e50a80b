// Package graph answers questions about one symbol or file: its definition, its
// users and the symbols it uses over several steps, type hierarchies, and imports
// between files.
package graph

import (
	"context"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Match is a symbol in the answer to a question about the graph.
type Match struct {
	Symbol     string           `json:"symbol"` // qualified name; the file's for code outside of all symbols
	Kind       string           `json:"kind"`   // of the symbol; "file" for such code
	File       projectbase.Path `json:"file"`
	LineNumber uint32           `json:"line_number"` // of the first reference; of the symbol in a walk down
	Depth      int              `json:"depth"`
	Tier       string           `json:"tier"` // of the least certain step
	Via        string           `json:"via"`  // kind of the reference; after the first step also the previous symbol
	Project    string           `json:"project,omitempty"`
	Test       bool             `json:"test"`
	References int              `json:"references"` // in this step

	// Direction is "down" for a used symbol in an answer with both directions.
	Direction string `json:"direction,omitempty"`

	From        string `json:"-"` // qualified name of the symbol before it
	FromProject string `json:"-"`
	at          symbol.Node
	tier        projectbase.Tier
}

// Reasons for the end of a walk.
const (
	EndExhausted = "exhausted" // the walk is complete
	EndDepth     = "depth"
	EndLimit     = "limit"
	EndTime      = "time"
)

// Answer is the answer to a Walk or a question about types.
type Answer struct {
	Target       *symbol.Place  `json:"target,omitempty"`
	Matches      []Match        `json:"matches"`
	Total        int            `json:"total"`
	TerminatedBy string         `json:"terminated_by"`
	Candidates   []symbol.Place `json:"candidates,omitempty"`
	// Uncertain counts ambiguous references that may refer to the symbol.
	Uncertain int `json:"uncertain"`
	// Recursion counts the references of the symbol to itself, which are no
	// matches.
	Recursion int `json:"recursion"`
	// Unbound counts the unresolved references that may belong to the answer.
	Unbound symbol.Unbound `json:"-"`
	// External counts references to packages outside of the projects, by package.
	External map[string]int `json:"external,omitempty"`
}

// Walk asks for the users of a symbol, or for the symbols that it uses, over
// several steps.
type Walk struct {
	Symbol string
	File   projectbase.Path            // where the symbol is declared; "" is anywhere
	Whole  []projectbase.Path          // begin with all symbols of these files
	Tests  bool                        // give tests only
	Down   bool                        // give used symbols instead of users
	Calls  bool                        // calls only, else all references and overrides
	Depth  int                         // steps; 0 is no limit
	Limit  int                         // matches; 0 is all
	Each   bool                        // each reference is a match; one step, without overrides
	Kinds  []projectbase.ReferenceKind // of references; none means all
}

// kinds returns the kinds of references that the walk follows.
func (w *Walk) kinds() symbol.KindSet {
	switch {
	case w.Calls:
		return symbol.CallKinds
	case len(w.Kinds) > 0:
		return symbol.KindsOf(w.Kinds...)
	}
	return symbol.AnyKind
}

// Locate finds the symbol or files where a walk begins. The answer has the target,
// or candidates for a name of several symbols. The error wraps
// projectbase.ErrNotFound for an unknown symbol or file.
func Locate(ctx context.Context, b *query.Index, w Walk) (*Answer, error) {
	var out *Answer
	err := b.View(ctx, "graph", func(s *read.Snapshot) error {
		out = &Answer{Matches: []Match{}}
		g := symbol.NewSharedReader(b, s)
		defer symbol.Release(b, g)
		k := &walker{ctx: ctx, g: g, w: w, out: out, seen: map[projectbase.Target]bool{}, files: map[store.FileID]bool{}}
		_, err := k.start()
		return err
	})
	return out, err
}

type walker struct {
	ctx   context.Context
	g     *symbol.Reader
	w     Walk
	out   *Answer
	seen  map[projectbase.Target]bool
	files map[store.FileID]bool // code outside of symbols that was found
	past  bool                  // the step after the last requested one, only to learn whether there is more

	published []Published // by the project, in a walk over several
}

// start returns the first step. It returns nil if several symbols have the
// name, and enters them as candidates of the answer.
func (k *walker) start() ([]step, error) {
	if len(k.w.Whole) > 0 {
		return k.startFiles()
	}
	e, err := only(k.g, k.w.Symbol, k.w.File, k.out)
	if err != nil || e == nil {
		return nil, err
	}
	first := step{of: e, tier: projectbase.TierExact, first: true}
	if !k.w.Calls && !k.w.Down && !k.w.Each {
		if first.of, err = k.g.Types.WithMembers(first.of); err != nil {
			return nil, err
		}
	}
	k.mark(first.of)
	return []step{first}, nil
}

// startFiles begins with all symbols of some files. A single file is the target
// of the answer.
func (k *walker) startFiles() ([]step, error) {
	var steps []step
	for _, p := range k.w.Whole {
		file, err := k.g.Snapshot.File(p)
		if err != nil {
			return nil, err
		}
		f, err := k.g.File(file.ID)
		if err != nil {
			return nil, err
		}
		if len(k.w.Whole) == 1 {
			k.out.Target = &symbol.Place{Symbol: string(file.Path), Kind: kindFile, File: file.Path, LineNumber: 1}
		}
		k.files[file.ID] = true
		var all symbol.Entity
		for i := range f.Symbols {
			all = append(all, symbol.Node{File: f, Ordinal: int32(i)})
		}
		k.mark(all)
		if k.w.Tests && symbol.IsTestFile(f) {
			k.out.Total++
			k.out.Matches = append(k.out.Matches, Match{Symbol: string(file.Path), Kind: kindFile, File: file.Path, LineNumber: 1,
				Tier: projectbase.TierExact.String(), Via: "change", Test: true})
		}
		steps = append(steps, step{of: all, tier: projectbase.TierExact, first: true, whole: f})
	}
	return steps, nil
}

// mark adds an entity to the visited symbols.
func (k *walker) mark(e symbol.Entity) {
	for _, n := range k.g.Alike(e) {
		k.seen[n.Target()] = true
	}
}

// references sums the references of matches.
func references(found []Match) int {
	n := 0
	for i := range found {
		n += found[i].References
	}
	return n
}

// onward returns the steps that continue from matches.
func onward(found []Match) []step {
	var layer []step
	for i := range found {
		if m := &found[i]; m.at.Ordinal != projectbase.NoSymbol {
			layer = append(layer, step{of: symbol.Entity{m.at}, tier: m.tier})
		}
	}
	return layer
}
