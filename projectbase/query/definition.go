package query

import (
	"context"
	"errors"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Definition is what a project says of a symbol.
type Definition struct {
	SymbolPlace
	EndLine      uint32         `json:"end_line"`
	Doc          string         `json:"doc,omitempty"`
	Visibility   string         `json:"visibility,omitempty"`
	Flags        []string       `json:"flags"`                // such as static, async, exported, test, deprecated
	Complexity   uint32         `json:"complexity,omitempty"` // cyclomatic, of a callable
	Declarations []SymbolPlace  `json:"declarations"`         // further ones: overloads, prototypes, parts of a type
	References   map[string]int `json:"references"`           // how many, by kind
	InFiles      int            `json:"in_files"`             // how many files refer to it
	Uncertain    int            `json:"uncertain"`            // references that may mean it, or another symbol of its name
	Unbound      Unbound        `json:"-"`                    // references that may mean it too: see GraphAnswer
	Members      []SymbolPlace  `json:"members"`              // of a type, by place
	Bases        []SymbolPlace  `json:"bases"`                // of a type: what it extends and implements
	Source       string         `json:"source,omitempty"`
	SourceError  string         `json:"source_error,omitempty"` // why there is no source, where it was asked for
}

// SymbolAnswer is the answer to what a name stands for.
type SymbolAnswer struct {
	Matches    []Definition  `json:"matches"` // one, or none where there are candidates
	Candidates []SymbolPlace `json:"candidates"`
}

// maxSymbolSource is how much of a declaration is given as source, in bytes.
const maxSymbolSource = 64 << 10

// Symbol tells what the name of a symbol stands for. Source says whether its text
// is wanted. A name of several symbols gives candidates. The error wraps
// projectbase.ErrNotFound for a symbol that is not there.
func (b *Base) Symbol(ctx context.Context, name string, file projectbase.Path, source bool) (*SymbolAnswer, error) {
	var out *SymbolAnswer
	err := b.view(ctx, "symbol", func(s *store.Snapshot) error {
		out = &SymbolAnswer{Matches: []Definition{}, Candidates: []SymbolPlace{}}
		g := b.graph(s)
		defer b.release(g)
		e, err := g.one(name, file)
		var several *AmbiguousError
		if errors.As(err, &several) {
			out.Candidates = several.Candidates
			return nil
		}
		if err != nil {
			return err
		}
		d, err := g.define(e)
		if err != nil {
			return err
		}
		if source {
			d.Source, err = b.sourceOf(e.best())
			if err != nil {
				d.SourceError = err.Error()
			}
		}
		out.Matches = append(out.Matches, *d)
		return nil
	})
	return out, err
}

// define gathers what is known of an entity.
func (g *graph) define(e entity) (*Definition, error) {
	best := e.best()
	s := best.symbol()
	d := &Definition{SymbolPlace: best.place(), EndLine: s.Span.EndLine, Visibility: s.Visibility.String(), Flags: s.Flags.Names(),
		Declarations: []SymbolPlace{}, References: map[string]int{}, Members: []SymbolPlace{}, Bases: []SymbolPlace{}}
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
			d.Declarations = append(d.Declarations, n.place())
		}
	}
	var err error
	if d.Doc, err = g.doc(e, best); err != nil {
		return nil, err
	}
	files := map[store.FileID]bool{}
	err = g.users(e, anyKind, true, func(l link) error {
		if l.tier == projectbase.TierAmbiguous {
			d.Uncertain++
			return nil
		}
		d.References[l.kind.String()]++
		files[l.file.file.ID] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	d.InFiles = len(files)
	for _, n := range d.References {
		d.Unbound.Reached += n
	}
	if err := g.unbound(&d.Unbound, e, anyKind); err != nil {
		return nil, err
	}
	for _, n := range e {
		if !n.symbol().Kind.IsType() && n.symbol().Kind != projectbase.KindNamespace {
			continue
		}
		if err := g.defineType(d, n); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (g *graph) defineType(d *Definition, t node) error {
	members, err := g.members(t)
	if err != nil {
		return err
	}
	for _, m := range members {
		d.Members = append(d.Members, m.place())
	}
	bases, err := g.bases(t)
	if err != nil {
		return err
	}
	for _, b := range bases {
		d.Bases = append(d.Bases, b.place())
	}
	return nil
}

// doc reads the doc of an entity, which a graph does not keep: that of its best
// declaration, else the first that there is.
func (g *graph) doc(e entity, best node) (string, error) {
	read := map[store.FileID][]projectbase.Symbol{}
	for _, n := range append(entity{best}, e...) {
		id := n.file.file.ID
		list, ok := read[id]
		if !ok {
			var err error
			if list, err = g.s.Symbols(id); err != nil {
				return "", err
			}
			read[id] = list
		}
		if int(n.ordinal) < len(list) && list[n.ordinal].Doc != "" {
			return list[n.ordinal].Doc, nil
		}
	}
	return "", nil
}

// sourceOf reads the text of a declaration from its file as it is now, if that
// still has its lines.
func (b *Base) sourceOf(n node) (string, error) {
	src := sources{dir: b.root}
	defer src.close()
	text, err := src.read(n.file.file.Path)
	if err != nil {
		return "", err
	}
	span := n.symbol().Span
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
