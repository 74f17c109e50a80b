package graph

import (
	"context"
	"errors"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Definition describes a symbol: its declarations, documentation, members and
// counts of references.
type Definition struct {
	symbol.Place
	EndLine      uint32         `json:"end_line"`
	Doc          string         `json:"doc,omitempty"`
	Visibility   string         `json:"visibility,omitempty"`
	Flags        []string       `json:"flags"`                // such as static, async, exported, test, deprecated
	Complexity   uint32         `json:"complexity,omitempty"` // cyclomatic, of a callable
	Declarations []symbol.Place `json:"declarations"`         // further ones: overloads, prototypes, parts of a type
	References   map[string]int `json:"references"`           // number by kind
	InFiles      int            `json:"in_files"`             // number of files that refer to it
	Uncertain    int            `json:"uncertain"`            // ambiguous references to it or to another symbol of its name
	Unbound      symbol.Unbound `json:"-"`                    // unresolved references that may refer to it: see Answer
	Members      []symbol.Place `json:"members"`              // of a type, by position
	Bases        []symbol.Place `json:"bases"`                // direct base types of a type
	Source       string         `json:"source,omitempty"`
	SourceError  string         `json:"source_error,omitempty"` // reason why the requested source is missing
}

// DefinitionAnswer answers Define.
type DefinitionAnswer struct {
	Matches    []Definition   `json:"matches"` // one, or none if there are candidates
	Candidates []symbol.Place `json:"candidates"`
}

// maxSymbolSource bounds the source of a declaration in an answer, in bytes.
const maxSymbolSource = 64 << 10

// Define describes the symbol of a name, with its source text if source is
// true. A name of several symbols gives candidates. The error wraps
// projectbase.ErrNotFound if there is no such symbol.
func Define(ctx context.Context, b *query.Index, name string, file projectbase.Path, source bool) (*DefinitionAnswer, error) {
	var out *DefinitionAnswer
	err := b.View(ctx, "symbol", func(s *read.Snapshot) error {
		out = &DefinitionAnswer{Matches: []Definition{}, Candidates: []symbol.Place{}}
		g := symbol.NewSharedReader(b, s)
		defer symbol.Release(b, g)
		e, err := g.One(name, file)
		var several *symbol.AmbiguousError
		if errors.As(err, &several) {
			out.Candidates = several.Candidates
			return nil
		}
		if err != nil {
			return err
		}
		d, err := define(g, e)
		if err != nil {
			return err
		}
		if source {
			d.Source, err = sourceOf(b, e.Best())
			if err != nil {
				d.SourceError = err.Error()
			}
		}
		out.Matches = append(out.Matches, *d)
		return nil
	})
	return out, err
}

// define collects the description of an entity.
func define(g *symbol.Reader, e symbol.Entity) (*Definition, error) {
	best := e.Best()
	s := best.Symbol()
	d := &Definition{Place: best.Place(), EndLine: s.Span.EndLine, Visibility: s.Visibility.String(), Flags: s.Flags.Names(),
		Declarations: []symbol.Place{}, References: map[string]int{}, Members: []symbol.Place{}, Bases: []symbol.Place{}}
	if s.Access != "" {
		d.Visibility = s.Access
	}
	if d.Flags == nil {
		d.Flags = []string{}
	}
	if s.Kind.IsCallable() {
		d.Complexity = s.Metrics.Branches + 1
	}
	for _, n := range e {
		if n != best {
			d.Declarations = append(d.Declarations, n.Place())
		}
	}
	var err error
	if d.Doc, err = doc(g, e, best); err != nil {
		return nil, err
	}
	files := map[store.FileID]bool{}
	err = g.Users(e, symbol.AnyKind, true, func(l symbol.Link) error {
		if l.Tier == projectbase.TierAmbiguous {
			d.Uncertain++
			return nil
		}
		d.References[l.Kind.String()]++
		files[l.File.Info.ID] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	d.InFiles = len(files)
	for _, n := range d.References {
		d.Unbound.Reached += n
	}
	if err := g.Unresolved.Unbound(&d.Unbound, e, symbol.AnyKind); err != nil {
		return nil, err
	}
	for _, n := range e {
		if !n.Symbol().Kind.IsType() && n.Symbol().Kind != projectbase.KindNamespace {
			continue
		}
		if err := defineType(g, d, n); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func defineType(g *symbol.Reader, d *Definition, t symbol.Node) error {
	members, err := g.Types.Members(t)
	if err != nil {
		return err
	}
	for _, m := range members {
		d.Members = append(d.Members, m.Place())
	}
	bases, err := g.Types.Bases(t)
	if err != nil {
		return err
	}
	for _, b := range bases {
		d.Bases = append(d.Bases, b.Place())
	}
	return nil
}

// doc reads the documentation of an entity, because a shared reader does not
// keep it. It prefers the best declaration, else the first one with
// documentation.
func doc(g *symbol.Reader, e symbol.Entity, best symbol.Node) (string, error) {
	read := map[store.FileID][]projectbase.Symbol{}
	for _, n := range append(symbol.Entity{best}, e...) {
		id := n.File.Info.ID
		list, ok := read[id]
		if !ok {
			var err error
			if list, err = g.Snapshot.Symbols(id); err != nil {
				return "", err
			}
			read[id] = list
		}
		if int(n.Ordinal) < len(list) && list[n.Ordinal].Doc != "" {
			return list[n.Ordinal].Doc, nil
		}
	}
	return "", nil
}

// sourceOf reads the text of a declaration from the current file. It fails if
// the file has become shorter.
func sourceOf(b *query.Index, n symbol.Node) (string, error) {
	src := query.Sources{Dir: b.Root()}
	defer src.Close()
	text, err := src.Read(n.File.Info.Path)
	if err != nil {
		return "", err
	}
	span := n.Symbol().Span
	if int(span.End) > len(text) || span.Start > span.End {
		return "", errors.New("the file is shorter than when it was indexed")
	}
	from := int(span.Start)
	for from > 0 && text[from-1] != '\n' && (text[from-1] == ' ' || text[from-1] == '\t') {
		from--
	}
	to := min(int(span.End), from+maxSymbolSource)
	return string(text[from:to]), nil
}
