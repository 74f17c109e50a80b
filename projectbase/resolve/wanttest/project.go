package wanttest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/resolve"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
)

// Run checks the expectations in the archives that a pattern names. Each archive is a project.
func Run(t *testing.T, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no test case matches %s: %v", pattern, err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			problems, err := Check(a)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range problems {
				t.Error(p)
			}
		})
	}
}

// Check returns one sentence for each expectation that is not met. It returns an error
// for an archive without expectations, and for a wrong one.
func Check(a *txtar.Archive) ([]string, error) {
	p := project{resolve.NewProject(resolve.Settings{Scopes: scopeOf}), nil}
	for i, f := range a.Files {
		if err := p.add(uint32(i), projectbase.Path(f.Name), f.Data); err != nil {
			return nil, err
		}
	}
	count := 0
	var problems []string
	for i := range p.files {
		wants, err := wantsOf(string(a.Files[i].Data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Files[i].Name, err)
		}
		facts := p.factsOf(uint32(i))
		for line := range slices.Values(sortedLines(wants)) {
			count += len(wants[line])
			for _, s := range compare(wants[line], facts[line]) {
				problems = append(problems, fmt.Sprintf("%s:%d: %s", a.Files[i].Name, line, s))
			}
		}
	}
	if count == 0 {
		return nil, fmt.Errorf("the archive has no expectation")
	}
	return problems, nil
}

// compare returns the differences between the expectations and the facts of a line.
func compare(wants, facts []want) []string {
	var problems []string
	left := slices.Clone(facts)
	kinds := map[string]bool{} // of references
	for _, w := range wants {
		if !w.declares {
			kinds[w.kind] = true
		}
		if w.name == "" {
			continue
		}
		i := slices.IndexFunc(left, w.meets)
		if i < 0 {
			problems = append(problems, "missing: "+w.String())
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, f := range left {
		if !f.declares && kinds[f.kind] {
			problems = append(problems, "not expected: "+f.String())
		}
	}
	return problems
}

func sortedLines(wants map[uint32][]want) []uint32 {
	var lines []uint32
	for line := range wants {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// project is a resolved archive.
type project struct {
	p     *resolve.Project
	files []resolve.Body // by id
}

func scopeOf(id string) *lang.Scope {
	if l := all.Set().ByID(id); l != nil {
		return l.Lookup.Scope
	}
	return nil
}

// add extracts a file and adds it to the project.
func (p *project) add(id uint32, path projectbase.Path, text []byte) error {
	l := all.Set().ByID(all.Set().Detect(path, func() []byte { return text }))
	if l == nil {
		return fmt.Errorf("%s: unknown language", path)
	}
	f, err := extract.New(extract.Options{}).File(extract.Input{Language: l, Path: path, Source: text})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	p.p.Put(outline.New(id, path, f, nil, l.Lookup.Scope, outline.Texts{}))
	p.files = append(p.files, resolve.Body{References: slices.Clone(f.References), Bindings: slices.Clone(f.Bindings), Names: f.Terms.Text})
	return nil
}

// factsOf describes the symbols and references of a file as expectations, by line.
func (p *project) factsOf(id uint32) map[uint32][]want {
	facts := map[uint32][]want{}
	o := p.p.File(id)
	for i := range o.Symbols {
		s := &o.Symbols[i]
		facts[s.Line] = append(facts[s.Line], want{declares: true, kind: s.Kind.String(), name: p.symbol(id, int32(i))})
	}
	b := p.files[id]
	for i, e := range p.p.Resolve(id, b).Edges {
		ref := &b.References[i]
		w := want{kind: ref.Kind.String(), name: b.Names(ref.Name), result: unresolved}
		if e.Tier != projectbase.TierNone {
			w.result = e.Tier.String()
		}
		if e.Package != "" {
			w.targets = append(w.targets, e.Package)
		}
		for _, t := range e.Targets {
			w.targets = append(w.targets, p.symbol(t.File, int32(t.Slot)))
		}
		slices.Sort(w.targets)
		facts[ref.Line] = append(facts[ref.Line], w)
	}
	return facts
}

// symbol returns the file, full name and parameters of a symbol.
func (p *project) symbol(file uint32, ordinal int32) string {
	o := p.p.File(file)
	name := ""
	for i := ordinal; i != projectbase.NoSymbol; i = o.Symbols[i].Container {
		s := &o.Symbols[i]
		name = "." + expr.Dotted(s.Name) + name
		if s.Owner != "" {
			name = "." + expr.LastName(s.Owner) + name
		}
	}
	return string(o.Path) + ":" + name[1:] + o.Symbols[ordinal].Params
}
