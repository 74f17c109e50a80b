package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

// smallTree is a tree of some random files.
func smallTree(seed int64) map[projectbase.Path]source {
	w := newWorld(seed)
	files := map[projectbase.Path]source{}
	for _, p := range []projectbase.Path{"a.go", "b/c.go", "d.go", "e/f/g.go"} {
		files[p] = w.source(p, &projectbase.Terms{})
	}
	return files
}

func mustExec(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

// TestOpenRefuses goes through what may lie at the place of a base.
func TestOpenRefuses(t *testing.T) {
	edit := func(statements string) func(*testing.T, string) {
		return func(t *testing.T, path string) { mustExec(t, path, statements) }
	}
	write := func(content string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name    string
		spoil   func(t *testing.T, path string)
		want    error
		rebuilt bool // a build may replace it
	}{
		{"nothing", func(t *testing.T, path string) { os.Remove(path) }, projectbase.ErrNotIndexed, true},
		{"empty file", write(""), projectbase.ErrCorrupt, true},
		{"text", write("hello"), projectbase.ErrCorrupt, true},
		{"long garbage", write(string(make([]byte, 50000))), projectbase.ErrCorrupt, true},
		{"foreign", edit("PRAGMA application_id = 7"), projectbase.ErrForeign, false},
		{"newer", edit("PRAGMA user_version = 99"), projectbase.ErrTooNew, false},
		{"older", edit("PRAGMA user_version = 0"), projectbase.ErrOutdated, true},
		{"extra table", edit("CREATE TABLE more (x)"), projectbase.ErrCorrupt, true},
		{"extra trigger", edit("CREATE TRIGGER t AFTER UPDATE ON state BEGIN SELECT 1; END"), projectbase.ErrCorrupt, true},
		{"other view", edit("DROP VIEW files; CREATE VIEW files AS SELECT 1 AS id"), projectbase.ErrCorrupt, true},
		{"table as view", edit("ALTER TABLE item RENAME TO other; CREATE VIEW item (id, term, n) AS SELECT 1, 'x', 1"), projectbase.ErrCorrupt, true},
		{"missing index", edit("DROP INDEX symbol_name"), projectbase.ErrCorrupt, true},
		{"no state", edit("DELETE FROM state"), projectbase.ErrCorrupt, true},
		{"wrong type", edit("DELETE FROM file; INSERT INTO file VALUES (1, 'a', 'go', 1, NULL, x'00')"), projectbase.ErrCorrupt, true},
		{"path out of the root", edit("UPDATE file SET path = '../x' WHERE id = 1"), projectbase.ErrCorrupt, true},
		{"broken postings", edit("UPDATE posting SET data = x'ffffff'"), projectbase.ErrCorrupt, true},
		{"broken dictionary", edit("UPDATE dictionary SET spellings = x'03'"), projectbase.ErrCorrupt, true},
		{"broken references", edit("UPDATE file_data SET refs = x'0501'"), projectbase.ErrCorrupt, true},
		{"broken bindings", edit("UPDATE file_data SET bindings = x'0501'"), projectbase.ErrCorrupt, true},
		{"items gone", edit("DELETE FROM item"), projectbase.ErrCorrupt, true},
		{"truncated", func(t *testing.T, path string) {
			if err := os.Truncate(path, 9000); err != nil {
				t.Fatal(err)
			}
		}, projectbase.ErrCorrupt, true},
		{"analyzed", edit("ANALYZE"), nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := quickDir(t)
			mustBuild(t, dir, smallTree(1))
			tt.spoil(t, filepath.Join(dir, fileName))
			if err := readAll(dir); !errors.Is(err, tt.want) {
				t.Errorf("reading: %v, want %v", err, tt.want)
			}
			before, _ := os.ReadFile(filepath.Join(dir, fileName))
			err := build(dir, smallTree(2))
			if (err == nil) != tt.rebuilt {
				t.Fatalf("building over it: %v", err)
			}
			if !tt.rebuilt {
				if !errors.Is(err, tt.want) {
					t.Errorf("building over it: %v, want %v", err, tt.want)
				}
				after, _ := os.ReadFile(filepath.Join(dir, fileName))
				if string(before) != string(after) {
					t.Error("the refused file was changed")
				}
				return
			}
			if diff := cmp.Diff(wantContent(smallTree(2)), mustContent(t, dir)); diff != "" {
				t.Errorf("after building (-want +got):\n%s", diff)
			}
			mustIntegrity(t, dir)
		})
	}
}

func readAll(dir string) error {
	b, err := Open(context.Background(), dir)
	if err != nil {
		return err
	}
	defer b.Close()
	return b.View(context.Background(), func(s *Snapshot) error {
		_, err := readContent(s)
		return err
	})
}

// readOnlyEnv names the directory of a base that this test binary, as a user
// without rights in it, reads in TestReadOnlyDirectory.
const readOnlyEnv = "STORE_TEST_READONLY"

func TestReadOnlyDirectory(t *testing.T) {
	if dir := os.Getenv(readOnlyEnv); dir != "" {
		checkReadOnly(t, dir)
		return
	}
	dir := t.TempDir()
	mustBuild(t, dir, smallTree(1))
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if os.Geteuid() == 0 {
		asNobody(t, readOnlyEnv+"="+dir)
		return
	}
	checkReadOnly(t, dir)
}

func checkReadOnly(t *testing.T, dir string) {
	t.Helper()
	if diff := cmp.Diff(wantContent(smallTree(1)), mustContent(t, dir)); diff != "" {
		t.Error(diff)
	}
	if _, err := Acquire(context.Background(), dir, 0, nil); !errors.Is(err, projectbase.ErrReadOnly) {
		t.Errorf("Acquire: %v", err)
	}
}

// asNobody runs the present test in a process of an ordinary user, since rights
// mean nothing to an administrator. Its binary is copied to where all may read.
func asNobody(t *testing.T, env string) {
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
	// All temporary directories of a test lie in one that is its owner's alone.
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

func TestLock(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	leftover := filepath.Join(dir, buildName)
	if err := os.WriteFile(leftover, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	first, err := Acquire(ctx, dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(leftover); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a killed build is still there: %v", err)
	}
	var busy *projectbase.BusyError
	if _, err := Acquire(ctx, dir, 0, nil); !errors.As(err, &busy) || busy.PID != os.Getpid() {
		t.Errorf("second Acquire: %v", err)
	}
	waiting := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		second, err := Acquire(ctx, dir, time.Minute, func(pid int) { waiting <- pid })
		if err != nil {
			t.Error(err)
			return
		}
		if err := second.Release(); err != nil {
			t.Error(err)
		}
	})
	if pid := <-waiting; pid != os.Getpid() {
		t.Errorf("waits for process %d", pid)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}

// TestPublishOverReaders replaces a base that is read: a view that has begun
// keeps what it saw, the next one of the same handle sees the new base.
func TestPublishOverReaders(t *testing.T) {
	ctx := context.Background()
	dir := quickDir(t)
	mustBuild(t, dir, smallTree(1))
	err := Update(ctx, dir, func(tx *Tx) error {
		return tx.SetLink(Link{Path: "/other", Name: "Other", ProjectID: "p1", LastChecked: 5})
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = b.View(ctx, func(s *Snapshot) error {
		before, err := readContent(s)
		if err != nil {
			return err
		}
		mustBuild(t, dir, smallTree(2))
		b.files = nil // not from the cache
		after, err := readContent(s)
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("a view changed while it was read:\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = b.View(ctx, func(s *Snapshot) error {
		got, err := readContent(s)
		if err != nil {
			return err
		}
		want := wantContent(smallTree(2))
		want.Stats.Dependencies = 1
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("old handle after publishing (-want +got):\n%s", diff)
		}
		links, err := s.Links()
		if diff := cmp.Diff([]Link{{"/other", "Other", "p1", 5}}, links); diff != "" {
			t.Errorf("links (-want +got):\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mustIntegrity(t, dir)
}

// TestNothingWritten makes sure that an update without a difference leaves the
// files as they are.
func TestNothingWritten(t *testing.T) {
	ctx := context.Background()
	dir := quickDir(t)
	files := smallTree(1)
	mustBuild(t, dir, files)
	inv := Inventory{Skipped: []Skipped{{Skip: projectbase.Skip{Path: "x", Reason: projectbase.SkipBinary}, Stat: projectbase.Stat{Size: 3}}},
		Dirs: []Entry{{Path: ".", Stat: projectbase.Stat{ModTime: 1}}}, Deciders: []Decider{{Path: "/abs/ignore"}}}
	meta := Metadata{ProjectName: "n", CreatedAt: 12, Other: map[string]string{"k": "v"}}
	apply := func(tx *Tx) error {
		for p, src := range files {
			if err := tx.Touch(p, src.meta.Stat); err != nil {
				return err
			}
			if change, err := tx.Put(src.meta, src.facts); err != nil || !change.Unchanged {
				t.Errorf("Put(%s) = %+v, %v", p, change, err)
			}
		}
		if err := tx.SetInventory(inv); err != nil {
			return err
		}
		return tx.SetMeta(meta)
	}
	generation := func() (n int64) {
		b, err := Open(ctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		err = b.View(ctx, func(s *Snapshot) error {
			n = s.Generation()
			skipped, err := s.Skipped()
			if err != nil {
				return err
			}
			dirs, err := s.Dirs()
			if err != nil {
				return err
			}
			deciders, err := s.Deciders()
			if err != nil {
				return err
			}
			m, err := s.Metadata()
			if diff := cmp.Diff([]any{inv, meta}, []any{Inventory{skipped, dirs, deciders}, m}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := Update(ctx, dir, apply); err != nil {
		t.Fatal(err)
	}
	before := generation()
	if err := Update(ctx, dir, apply); err != nil {
		t.Fatal(err)
	}
	if generation() != before {
		t.Error("the second time something was written")
	}
	failed := errors.New("failed")
	err := Update(ctx, dir, func(tx *Tx) error {
		if _, err := tx.Remove("a.go"); err != nil {
			return err
		}
		return failed
	})
	if !errors.Is(err, failed) || generation() != before {
		t.Errorf("a failed update left a trace: %v", err)
	}
}

// TestMalformedFacts makes sure that a file which breaks the promises of its
// type is refused and costs nothing else.
func TestMalformedFacts(t *testing.T) {
	terms := &projectbase.Terms{}
	x := terms.ID([]byte("x"))
	bad := terms.ID([]byte{0xff})
	keys := projectbase.AppendLineKey(nil, 0, projectbase.NewLineKey(1, projectbase.LineCode, false))
	zero := binary.AppendUvarint(nil, 3)
	tests := map[string]*projectbase.Facts{
		"term that is not UTF-8": {Terms: terms, Postings: []projectbase.Posting{{Term: bad, Keys: keys}}},
		"unknown term":           {Terms: terms, Postings: []projectbase.Posting{{Term: 99, Keys: keys}}},
		"term twice":             {Terms: terms, Postings: []projectbase.Posting{{Term: x, Keys: keys}, {Term: x, Keys: keys}}},
		"no keys":                {Terms: terms, Postings: []projectbase.Posting{{Term: x}}},
		"line 0":                 {Terms: terms, Postings: []projectbase.Posting{{Term: x, Keys: zero}}},
		"cut varint":             {Terms: terms, Postings: []projectbase.Posting{{Term: x, Keys: projectbase.LineKeys{0x90}}}},
		"container after member": {Terms: terms, Symbols: []projectbase.Symbol{{Container: 1}}},
		"reference out of range": {Terms: terms, References: []projectbase.Reference{{Name: 77, Qualifier: projectbase.NoTerm, Symbol: -1}}},
		"binding out of range":   {Terms: terms, Bindings: []projectbase.Binding{{Name: 77, Source: projectbase.NoTerm, Symbol: -1}}},
		"source out of range":    {Terms: terms, Bindings: []projectbase.Binding{{Name: x, Source: 77, Symbol: -1}}},
		"symbol of a binding":    {Terms: terms, Bindings: []projectbase.Binding{{Name: x, Source: projectbase.NoTerm, Symbol: 4}}},
		"symbol of a reference":  {Terms: terms, References: []projectbase.Reference{{Name: x, Qualifier: projectbase.NoTerm, Symbol: 4}}},
		"import kind":            {Terms: terms, Imports: []projectbase.Import{{Kind: 200, Symbol: -1}}},
	}
	good := smallTree(3)
	dir := quickDir(t)
	ctx := context.Background()
	b, err := Create(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for name, f := range tests {
		if err := b.Put(FileMeta{Path: "Z.go"}, f); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("Builder.Put, %s: %v", name, err)
		}
	}
	for _, p := range sortedPaths(good) {
		if err := b.Put(good[p].meta, good[p].facts); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Finish(ctx, Inventory{}, Metadata{}); err != nil {
		t.Fatal(err)
	}
	if err := b.Publish(ctx); err != nil {
		t.Fatal(err)
	}
	err = Update(ctx, dir, func(tx *Tx) error {
		for name, f := range tests {
			if _, err := tx.Put(FileMeta{Path: "Z.go"}, f); !errors.Is(err, projectbase.ErrMalformed) {
				t.Errorf("Tx.Put, %s: %v", name, err)
			}
		}
		delete(good, "a.go")
		_, err := tx.Remove("a.go")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantContent(good), mustContent(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
