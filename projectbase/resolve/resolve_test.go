package resolve_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/resolve"
	"codegraph/projectbase/resolve/outline"
)

// settings are those of a project without manifests.
var Settings = resolve.Settings{Scopes: func(id string) *lang.Scope {
	if l := all.Set().ByID(id); l != nil {
		return l.Lookup.Scope
	}
	return nil
}}

// extractor is shared: making one costs more than a small file.
var Extractor = extract.New(extract.Options{})

// extracted is a file as extraction left it.
type Extracted struct {
	Outline *outline.Outline
	Body    resolve.Body
	Symbols []projectbase.Symbol
}

func MustExtract(tb testing.TB, id uint32, path projectbase.Path, text string, old *outline.Outline) Extracted {
	tb.Helper()
	l := all.Set().ByID(all.Set().Detect(path, func() []byte { return []byte(text) }))
	if l == nil {
		tb.Fatalf("%s is of no language", path)
	}
	f, err := Extractor.File(extract.Input{Language: l, Path: path, Source: []byte(text)})
	if err != nil {
		tb.Fatal(err)
	}
	return Extracted{outline.New(id, path, f, outline.Slots(old, f.Symbols), l.Lookup.Scope, outline.Texts{}),
		resolve.Body{References: slices.Clone(f.References), Bindings: slices.Clone(f.Bindings), Names: f.Terms.Text}, slices.Clone(f.Symbols)}
}

func MustOutline(tb testing.TB, id uint32, path projectbase.Path, text string) *outline.Outline {
	tb.Helper()
	return MustExtract(tb, id, path, text, nil).Outline
}

// project is a tree of files and their edges.
type Project struct {
	Tb        testing.TB
	P         *resolve.Project
	Files     map[uint32]Extracted
	Consulted map[uint32][]uint16
	Results   map[uint32]resolve.Result
}

func NewProject(tb testing.TB, s resolve.Settings) *Project {
	return &Project{Tb: tb, P: resolve.NewProject(s), Files: map[uint32]Extracted{}, Consulted: map[uint32][]uint16{}, Results: map[uint32]resolve.Result{}}
}

// lines describes all edges, one a line, with names in the place of numbers.
func (p *Project) Lines() string {
	var out []string
	for id, r := range p.Results {
		f := p.Files[id]
		for i, e := range r.Edges {
			ref := f.Body.References[i]
			if e.Tier == projectbase.TierNone {
				continue
			}
			line := fmt.Sprintf("%s:%d %s %s -> %s %s", f.Outline.Path, ref.Line, ref.Kind, f.Body.Names(ref.Name), e.Tier, e.Reason)
			for _, t := range e.Targets {
				line += " " + p.Name(t)
			}
			if e.Package != "" {
				line += " " + e.Package
			}
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// name returns where the symbol is that an edge leads to.
func (p *Project) Name(t projectbase.Target) string {
	f, ok := p.Files[t.File]
	if !ok {
		return fmt.Sprintf("MISSING FILE %d", t.File)
	}
	for i := range f.Outline.Symbols {
		if s := &f.Outline.Symbols[i]; s.Slot == t.Slot {
			return fmt.Sprintf("%s:%d:%s", f.Outline.Path, s.Line, s.Name)
		}
	}
	return fmt.Sprintf("MISSING SYMBOL %d of %s", t.Slot, f.Outline.Path)
}

func (p *Project) Resolve(id uint32) {
	r := p.P.Resolve(id, p.Files[id].Body)
	p.Results[id], p.Consulted[id] = r, r.Consulted
}

func MustWrite(tb testing.TB, name string, data []byte) {
	tb.Helper()
	if err := os.WriteFile(name, data, 0o644); err != nil {
		tb.Fatal(err)
	}
}
