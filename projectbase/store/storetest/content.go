package storetest

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/write"
)

// fileText is the whole indexed content of a file, with names in place of ids
// and without times.
type fileText struct {
	File       store.File
	Terms      map[string]projectbase.LineKeys
	Symbols    []projectbase.Symbol
	References []referenceText
	Bindings   []bindingText
	Imports    []projectbase.Import
	Header     string
}

type bindingText struct {
	projectbase.Binding
	Name, Source string
}

type referenceText struct {
	Reference                  projectbase.Reference
	Name, Qualifier, Arguments string
}

// Content is the whole content of an index.
type Content struct {
	Files map[projectbase.Path]fileText
	Items map[string]uint32 // occurrences
	Stats store.Stats
}

func MustContent(t testing.TB, dir string) Content {
	t.Helper()
	b, err := read.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var out Content
	err = b.View(context.Background(), func(s *read.Snapshot) error {
		out, err = ReadContent(s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func ReadContent(s *read.Snapshot) (Content, error) {
	out := Content{Files: map[projectbase.Path]fileText{}, Items: map[string]uint32{}}
	files, err := s.Files()
	if err != nil {
		return out, err
	}
	for _, f := range files {
		ft, err := readFile(s, f)
		if err != nil {
			return out, err
		}
		out.Files[f.Path] = ft
	}
	items, err := s.ItemsContaining("", true)
	if err != nil {
		return out, err
	}
	for _, it := range items {
		out.Items[it.Term] = it.Occurrences
	}
	out.Stats, err = s.Stats()
	out.Stats.Bytes = 0
	return out, err
}

func readFile(s *read.Snapshot, f store.File) (fileText, error) {
	id := f.ID
	f.ID, f.IndexedAt = 0, 0
	out := fileText{File: f, Terms: map[string]projectbase.LineKeys{}}
	err := s.FileTerms(id, func(term string, keys projectbase.LineKeys) error {
		out.Terms[term] = slices.Clone(keys)
		return nil
	})
	if err != nil {
		return out, err
	}
	if out.Symbols, err = s.Symbols(id); err != nil {
		return out, err
	}
	if out.Imports, err = s.Imports(id); err != nil {
		return out, err
	}
	if out.Header, err = s.Header(id); err != nil {
		return out, err
	}
	refs, err := s.References(id)
	for _, r := range refs.List {
		text := referenceText{Reference: r, Name: refs.Names[r.Name]}
		if r.Qualifier != projectbase.NoTerm {
			text.Qualifier = refs.Names[r.Qualifier]
		}
		if r.Arguments != projectbase.NoTerm {
			text.Arguments = refs.Names[r.Arguments]
		}
		text.Reference.Name, text.Reference.Qualifier, text.Reference.Arguments = 0, 0, 0
		out.References = append(out.References, text)
	}
	if err != nil {
		return out, err
	}
	bindings, err := s.Bindings(id)
	for _, b := range bindings {
		out.Bindings = append(out.Bindings, spellBinding(b, func(t projectbase.TermID) string { return refs.Names[t] }))
	}
	return out, err
}

// spellBinding returns b with the texts of its names.
func spellBinding(b projectbase.Binding, spell func(projectbase.TermID) string) bindingText {
	text := bindingText{Binding: b}
	if b.Name != projectbase.NoTerm {
		text.Name, text.Binding.Name = spell(b.Name), 0
	}
	if b.Source != projectbase.NoTerm {
		text.Source, text.Binding.Source = spell(b.Source), 0
	}
	return text
}

// WantContent returns the expected content of an index of files.
func WantContent(files map[projectbase.Path]Source) Content {
	out := Content{Files: map[projectbase.Path]fileText{}, Items: map[string]uint32{}}
	for path, src := range files {
		ft := wantFile(src)
		out.Files[path] = ft
		f := ft.File
		for term, keys := range ft.Terms {
			out.Items[term] += uint32(keys.Len())
		}
		out.Stats.Files++
		out.Stats.Lines += int64(f.LineObjects)
		out.Stats.SourceLines += int64(f.Lines)
		out.Stats.Occurrences += int64(f.Occurrences)
		out.Stats.Methods += int64(f.Methods)
		out.Stats.Types += int64(f.Types)
		out.Stats.Symbols += int64(len(ft.Symbols))
	}
	out.Stats.Items = int64(len(out.Items))
	return out
}

func wantFile(src Source) fileText {
	f := src.Facts
	out := fileText{File: store.File{FileMeta: src.Meta, Generated: f.Generated, Partial: f.Partial, Errors: f.Errors, Lines: f.Lines,
		Items: uint32(len(f.Postings)), Symbols: uint32(len(f.Symbols))}, Terms: map[string]projectbase.LineKeys{}, Imports: f.Imports, Header: f.Header}
	out.File.IndexedAt = 0
	if out.Imports == nil {
		out.Imports = []projectbase.Import{}
	}
	type object struct {
		line uint32
		role int
	}
	objects := map[object]bool{}
	for _, p := range f.Postings {
		out.Terms[f.Terms.Text(p.Term)] = p.Keys
		out.File.Occurrences += uint32(p.Keys.Len())
		var k projectbase.LineKey
		for keys, ok := p.Keys, true; ; {
			if k, keys, ok = keys.Next(k); !ok {
				break
			}
			objects[object{k.Line(), max(int(k.Type())-3, 0)}] = true
		}
	}
	out.File.LineObjects = uint32(len(objects))
	for _, s := range f.Symbols {
		out.Symbols = append(out.Symbols, s)
		if s.Kind.IsCallable() {
			out.File.Methods++
		}
		if s.Kind.IsType() {
			out.File.Types++
		}
	}
	for _, r := range f.References {
		text := referenceText{Reference: r, Name: f.Terms.Text(r.Name)}
		if r.Qualifier != projectbase.NoTerm {
			text.Qualifier = f.Terms.Text(r.Qualifier)
		}
		if r.Arguments != projectbase.NoTerm {
			text.Arguments = f.Terms.Text(r.Arguments)
		}
		text.Reference.Name, text.Reference.Qualifier, text.Reference.Arguments = 0, 0, 0
		out.References = append(out.References, text)
	}
	for _, b := range f.Bindings {
		out.Bindings = append(out.Bindings, spellBinding(b, f.Terms.Text))
	}
	return out
}

// Source is a file of a test tree.
type Source struct {
	Meta  store.FileMeta
	Facts *projectbase.Facts
}

func MustBuild(t testing.TB, dir string, files map[projectbase.Path]Source) {
	t.Helper()
	if err := Build(dir, files); err != nil {
		t.Fatal(err)
	}
}

func Build(dir string, files map[projectbase.Path]Source) error {
	ctx := context.Background()
	b, err := write.Create(ctx, dir)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, path := range SortedPaths(files) {
		if err := b.Put(files[path].Meta, files[path].Facts); err != nil {
			return err
		}
	}
	if err := b.Finish(ctx, store.Inventory{}, store.Metadata{SchemaVersion: "1.0"}); err != nil {
		return err
	}
	return b.Publish(ctx)
}

func SortedPaths(files map[projectbase.Path]Source) []projectbase.Path {
	var paths []projectbase.Path
	for p := range files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

func (w *World) Source(path projectbase.Path, terms *projectbase.Terms) Source {
	meta := store.FileMeta{Path: path, Language: "test", Stat: projectbase.Stat{Size: w.Rng.Int63(), ModTime: 5, Inode: w.Rng.Uint64()}}
	w.Rng.Read(meta.Hash[:])
	return Source{meta, w.Facts(terms)}
}

// QuickDir returns a directory in memory if possible, because tests that
// publish hundreds of indexes would wait for the disk.
func QuickDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "store-test")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func MustIntegrity(t testing.TB, dir string) {
	t.Helper()
	c, err := database.Connect(dir, filepath.Join(dir, store.FileName), database.ReadParams...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.Prepare("check", "PRAGMA integrity_check")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.QueryStmt(s)
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		if r.Text(0) != "ok" {
			t.Errorf("integrity_check: %s", r.Text(0))
		}
	}
	if err := r.Done(); err != nil {
		t.Fatal(err)
	}
}

// SmallTree returns a tree of four random files.
func SmallTree(seed int64) map[projectbase.Path]Source {
	w := NewWorld(seed)
	files := map[projectbase.Path]Source{}
	for _, p := range []projectbase.Path{"a.go", "b/c.go", "d.go", "e/f/g.go"} {
		files[p] = w.Source(p, &projectbase.Terms{})
	}
	return files
}

func MustExec(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", database.Dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func ReadAll(dir string) error {
	b, err := read.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	defer b.Close()
	return b.View(context.Background(), func(s *read.Snapshot) error {
		_, err := ReadContent(s)
		return err
	})
}

// MustMeta returns the metadata of the index in dir.
func MustMeta(t *testing.T, dir string) store.Metadata {
	t.Helper()
	var m store.Metadata
	MustView(t, dir, func(s *read.Snapshot) (err error) {
		m, err = s.Metadata()
		return err
	})
	return m
}

func MustView(t *testing.T, dir string, fn func(*read.Snapshot) error) {
	t.Helper()
	b, err := read.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// MustHold checks the list of files of the index in dir.
func MustHold(t *testing.T, dir string, want []projectbase.Path) {
	t.Helper()
	MustView(t, dir, func(s *read.Snapshot) error {
		list, err := s.Files()
		var got []projectbase.Path
		for i := range list {
			got = append(got, list[i].Path)
		}
		if !slices.Equal(want, got) {
			t.Errorf("files are %v, want %v", got, want)
		}
		return err
	})
}

// AsNobody runs the present test in a process of an unprivileged user, because
// permissions do not limit root. It copies the test binary to a directory that
// every user can read.
func AsNobody(t *testing.T, env string) {
	t.Helper()
	setpriv, err := exec.LookPath("setpriv")
	if err != nil {
		t.Fatalf("tests of rights that run as root need setpriv (util-linux): %v", err)
	}
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	open := t.TempDir()
	name := filepath.Join(open, "store.test")
	// The parent of all temporary directories of a test is private to its
	// owner.
	if err := errors.Join(os.WriteFile(name, program, 0o755), os.Chmod(filepath.Dir(open), 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all",
		name, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), env)
	cmd.Dir = open
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
}

//go:embed index-1.sql
var firstFormat string

// MustMakeFirstFormat makes an index of format 1 without files.
func MustMakeFirstFormat(t *testing.T, path string) {
	t.Helper()
	MustExec(t, path, firstFormat)
}

// MustBeginWriting begins a write transaction on the index in dir. It lasts
// until the end of the test.
func MustBeginWriting(t *testing.T, dir string) {
	t.Helper()
	c, err := database.Connect(dir, filepath.Join(dir, store.FileName), database.WriteParams...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Script("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
}
