package index

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/worker"

	"github.com/google/go-cmp/cmp"
)

// inProcess parses in the test process, which is fast and safe for harmless
// files.
type inProcess struct {
	extracted []projectbase.Path
}

func (p *inProcess) Extract(ctx context.Context, jobs <-chan worker.Job, deliver func(worker.Result) error) error {
	engine := worker.Extraction(all.Set())(time.Minute)
	defer engine.Close()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j, ok := <-jobs:
			if !ok {
				return nil
			}
			if err := p.one(engine, j, deliver); err != nil {
				return err
			}
		}
	}
}

func (p *inProcess) one(engine worker.Engine, j worker.Job, deliver func(worker.Result) error) error {
	p.extracted = append(p.extracted, j.Path)
	find := engine.File
	if j.Partial != "" {
		find = engine.Words
	}
	facts, err := find(j.File)
	if err != nil {
		return err
	}
	facts.Partial = j.Partial
	return deliver(worker.Result{Job: j, Facts: facts})
}

// fixture is a project in a temporary directory.
type fixture struct {
	*testing.T
	*Indexer
	parsers *inProcess
	p       Project
}

func newFixture(t *testing.T, files map[string]string) *fixture {
	t.Helper()
	parsers := &inProcess{}
	f := &fixture{T: t, parsers: parsers, Indexer: &Indexer{Languages: all.Set(), Parsers: parsers}}
	root := filepath.Join(t.TempDir(), "project")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	var err error
	if f.p, err = ProjectAt(root, settings.Locations{}); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		f.write(name, text)
	}
	return f
}

func (f *fixture) path(name string) string { return filepath.Join(f.p.Root, filepath.FromSlash(name)) }

func (f *fixture) write(name, text string) {
	f.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(f.path(name), []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) mustInit(opts InitOptions) *Report {
	f.Helper()
	r, err := f.Init(f.Context(), f.p, opts)
	if err != nil {
		f.Fatal(err)
	}
	return r
}

func (f *fixture) mustSync() *Report {
	f.Helper()
	r, err := f.Sync(f.Context(), f.p, SyncOptions{})
	if err != nil {
		f.Fatal(err)
	}
	return r
}

// export prints the logical content of the index, without ids and times.
func (f *fixture) export() string {
	f.Helper()
	text, err := export(f.Context(), f.p.Base)
	if err != nil {
		f.Fatal(err)
	}
	return text
}

func export(ctx context.Context, dir string) (string, error) {
	base, err := read.Open(ctx, dir)
	if err != nil {
		return "", err
	}
	defer base.Close()
	var out strings.Builder
	err = base.View(ctx, func(s *read.Snapshot) error { return exportTo(&out, s) })
	return out.String(), err
}

func exportTo(out *strings.Builder, s *read.Snapshot) error {
	files, err := s.Files()
	if err != nil {
		return err
	}
	for _, f := range files {
		fmt.Fprintf(out, "file %s|%s %s|partial=%q generated=%v errors=%d lines=%d objects=%d items=%d occurrences=%d methods=%d types=%d\n",
			f.Path, f.Language, f.Hash, f.Partial, f.Generated, f.Errors, f.Lines, f.LineObjects, f.Items, f.Occurrences, f.Methods, f.Types)
		if err := exportFile(out, s, f); err != nil {
			return err
		}
	}
	stats, err := s.Stats()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "items=%d symbols=%d occurrences=%d\n", stats.Items, stats.Symbols, stats.Occurrences)
	skipped, err := s.Skipped()
	if err != nil {
		return err
	}
	for _, k := range skipped {
		fmt.Fprintf(out, "skipped %s %s\n", k.Path, k.Reason)
	}
	return nil
}

func exportFile(out *strings.Builder, s *read.Snapshot, f store.File) error {
	symbols, err := s.Symbols(f.ID)
	if err != nil {
		return err
	}
	for _, y := range symbols {
		fmt.Fprintf(out, "  symbol %+v\n", y)
	}
	refs, err := s.References(f.ID)
	if err != nil {
		return err
	}
	for _, r := range refs.List {
		qualifier := ""
		if r.Qualifier != projectbase.NoTerm {
			qualifier = refs.Names[r.Qualifier]
		}
		fmt.Fprintf(out, "  reference %s %s.%s %d:%d in %d\n", r.Kind, qualifier, refs.Names[r.Name], r.Line, r.Column, r.Symbol)
	}
	if err := exportEdges(out, s, f); err != nil {
		return err
	}
	imports, err := s.Imports(f.ID)
	if err != nil {
		return err
	}
	header, err := s.Header(f.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "  imports %+v header %q\n", imports, header)
	terms := map[string]string{}
	err = s.FileTerms(f.ID, func(term string, keys projectbase.LineKeys) error {
		terms[term] = fmt.Sprintf("%x", []byte(keys))
		return nil
	})
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		fmt.Fprintf(out, "  term %s %s\n", term, terms[term])
	}
	return err
}

var twoFiles = map[string]string{
	"a.go":     "package a\n\n// Alpha is first.\nfunc Alpha() int { return beta() }\n",
	"sub/b.go": "package sub\n\ntype Beta struct{ gamma int }\n",
	"note.txt": "not source",
}

func TestInitReports(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.write("huge.go", "package a\n//"+strings.Repeat("x", 3<<20))
	f.write("binary.go", "package a\x00")
	r := f.mustInit(InitOptions{Name: "Two"})
	if r.ProjectID == "" || r.DurationMS < 0 || r.ItemsFound == 0 {
		t.Errorf("report %+v", r)
	}
	r.ProjectID, r.DurationMS, r.ItemsFound = "", 0, 0
	want := &Report{
		Success: true, CodegraphPath: f.path(".codegraph"), ProjectName: "Two", FilesIndexed: 2, FilesChanged: 2, Rebuilt: true,
		Languages: map[string]int{"go": 2}, Partial: []Partial{}, Warnings: []string{},
		Skipped:       []Skipped{{"binary.go", projectbase.SkipBinary}, {"huge.go", projectbase.SkipTooLarge}},
		SkippedCounts: map[projectbase.SkipReason]int{projectbase.SkipBinary: 1, projectbase.SkipTooLarge: 1},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
	ignore, err := os.ReadFile(f.path(".codegraph/.gitignore"))
	if err != nil || string(ignore) != "*\n" {
		t.Errorf(".gitignore is %q, %v", ignore, err)
	}
	summary, err := os.ReadFile(f.path(".codegraph/summary.md"))
	if err != nil || !strings.Contains(string(summary), "Beta (struct) sub/b.go:3") {
		t.Errorf("summary is %q, %v", summary, err)
	}
}

func TestSecondInitKeepsIndex(t *testing.T) {
	f := newFixture(t, twoFiles)
	first := f.mustInit(InitOptions{Name: "Two", Exclude: []string{"sub"}})
	if first.FilesIndexed != 1 {
		t.Fatalf("report %+v", first)
	}
	f.parsers.extracted = nil
	second := f.mustInit(InitOptions{})
	if second.Rebuilt || second.FilesChanged != 0 || len(f.parsers.extracted) != 0 {
		t.Errorf("report %+v", second)
	}
	third := f.mustInit(InitOptions{Rebuild: true})
	if !third.Rebuilt || third.FilesIndexed != 1 || third.ProjectID != first.ProjectID || third.ProjectName != "Two" {
		t.Errorf("report %+v", third)
	}
}

func TestSyncSeesEveryKindOfChange(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	steps := []struct {
		name string
		do   func()
	}{
		{"edit", func() { f.write("a.go", "package a\n\nfunc Other() {}\n") }},
		{"new file", func() { f.write("deep/er/c.go", "package er\n") }},
		{"delete", func() { must(t, os.Remove(f.path("sub/b.go"))) }},
		{"rename", func() { must(t, os.Rename(f.path("a.go"), f.path("z.go"))) }},
		{"rename directory", func() { must(t, os.Rename(f.path("deep"), f.path("shallow"))) }},
		{"ignore", func() { f.write(".gitignore", "shallow/\n") }},
		{"ignore no more", func() { must(t, os.Remove(f.path(".gitignore"))) }},
		{"becomes binary", func() { f.write("z.go", "package a\x00\n") }},
		{"becomes text", func() { f.write("z.go", "package a\n") }},
		{"configuration", func() { f.write(".codegraph/config.json", `{"exclude":["shallow"]}`) }},
		{"strings", func() { f.write(".codegraph/config.json", `{"index_strings":false}`) }},
		{"mode", func() { must(t, os.Chmod(f.path("z.go"), 0o600)) }},
	}
	for _, s := range steps {
		s.do()
		f.mustSync()
		f.checkFresh(s.name)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// checkFresh compares the index with a fresh one of the same tree.
func (f *fixture) checkFresh(what string) {
	f.Helper()
	if diff := f.freshDiff(true); diff != "" {
		f.Fatalf("after %s the index differs from a fresh one (-fresh +index):\n%s", what, diff)
	}
}

func TestSummaryFollowsIndex(t *testing.T) {
	f := newFixture(t, map[string]string{"a.go": "package a\n\ntype Before struct{}\n", "CLAUDE.md": "be kind\n",
		"go.mod": "module m\n\nrequire example.com/old v1.0.0\n"})
	f.mustInit(InitOptions{})
	steps := []struct {
		name, file, text string
		want             string // in one of the texts
	}{
		{"type", "a.go", "package a\n\ntype After struct{}\n", "After (struct) a.go:3"},
		{"manifest", "go.mod", "module m\n\nrequire example.com/new v1.0.0\n", "example.com/new v1.0.0"},
		{"doc", "CLAUDE.md", "be quick\n", "be quick"},
	}
	for _, s := range steps {
		f.write(s.file, s.text)
		if _, err := f.Sync(t.Context(), f.p, SyncOptions{NoSummary: true}); err != nil {
			t.Fatal(err)
		}
		if text := f.texts(); strings.Contains(text, s.want) {
			t.Errorf("%s: written without a request", s.name)
		}
		must(t, f.Summarise(t.Context(), f.p, Wait{}))
		if text := f.texts(); !strings.Contains(text, s.want) {
			t.Errorf("%s: not in %s", s.name, text)
		}
		before := f.parsers.extracted
		done, err := f.summarised(t.Context(), f.p)
		if err != nil || !done || len(before) != len(f.parsers.extracted) {
			t.Errorf("%s: done again: %v, %v", s.name, done, err)
		}
	}
}

// texts returns summary.md and docs.md.
func (f *fixture) texts() string {
	f.Helper()
	return string(mustRead(f.T, f.path(".codegraph/summary.md"))) + string(mustRead(f.T, f.path(".codegraph/docs.md")))
}
