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

// settings belong to a project without manifests.
var settings = resolve.Settings{Scopes: func(id string) *lang.Scope {
	if l := all.Set().ByID(id); l != nil {
		return l.Lookup.Scope
	}
	return nil
}}

// extractor is shared, because a new one costs more than a small file.
var extractor = extract.New(extract.Options{})

// extracted is the result of extracting a file.
type extracted struct {
	outline *outline.Outline
	body    resolve.Body
	symbols []projectbase.Symbol
}

func mustExtract(tb testing.TB, id uint32, path projectbase.Path, text string, old *outline.Outline) extracted {
	tb.Helper()
	l := all.Set().ByID(all.Set().Detect(path, func() []byte { return []byte(text) }))
	if l == nil {
		tb.Fatalf("%s: unknown language", path)
	}
	f, err := extractor.File(extract.Input{Language: l, Path: path, Source: []byte(text)})
	if err != nil {
		tb.Fatal(err)
	}
	return extracted{outline.New(id, path, f, outline.Slots(old, f.Symbols), l.Lookup.Scope, outline.Texts{}),
		resolve.Body{References: slices.Clone(f.References), Bindings: slices.Clone(f.Bindings), Names: f.Terms.Text}, slices.Clone(f.Symbols)}
}

func mustOutline(tb testing.TB, id uint32, path projectbase.Path, text string) *outline.Outline {
	tb.Helper()
	return mustExtract(tb, id, path, text, nil).outline
}

// project is a tree of files and their edges.
type project struct {
	tb        testing.TB
	p         *resolve.Project
	files     map[uint32]extracted
	consulted map[uint32][]uint16
	results   map[uint32]resolve.Result
}

func newProject(tb testing.TB, s resolve.Settings) *project {
	return &project{tb: tb, p: resolve.NewProject(s), files: map[uint32]extracted{}, consulted: map[uint32][]uint16{}, results: map[uint32]resolve.Result{}}
}

// lines describes each edge in a line, with names instead of numbers.
func (p *project) lines() string {
	var out []string
	for id, r := range p.results {
		f := p.files[id]
		for i, e := range r.Edges {
			ref := f.body.References[i]
			if e.Tier == projectbase.TierNone {
				continue
			}
			line := fmt.Sprintf("%s:%d %s %s -> %s %s", f.outline.Path, ref.Line, ref.Kind, f.body.Names(ref.Name), e.Tier, e.Reason)
			for _, t := range e.Targets {
				line += " " + p.name(t)
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

// name returns the position and name of a target.
func (p *project) name(t projectbase.Target) string {
	f, ok := p.files[t.File]
	if !ok {
		return fmt.Sprintf("MISSING FILE %d", t.File)
	}
	for i := range f.outline.Symbols {
		if s := &f.outline.Symbols[i]; s.Slot == t.Slot {
			return fmt.Sprintf("%s:%d:%s", f.outline.Path, s.Line, s.Name)
		}
	}
	return fmt.Sprintf("MISSING SYMBOL %d of %s", t.Slot, f.outline.Path)
}

func (p *project) resolve(id uint32) {
	r := p.p.Resolve(id, p.files[id].body)
	p.results[id], p.consulted[id] = r, r.Consulted
}

func mustWrite(tb testing.TB, name string, data []byte) {
	tb.Helper()
	if err := os.WriteFile(name, data, 0o644); err != nil {
		tb.Fatal(err)
	}
}
