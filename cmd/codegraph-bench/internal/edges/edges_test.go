package edges

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the tests want anew")

// TestGoTruth covers each kind of use, in two packages and a test.
func TestGoTruth(t *testing.T) {
	dir, err := filepath.Abs("testdata/go/tree")
	if err != nil {
		t.Fatal(err)
	}
	got, err := goTruth(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got.Failures > 0 {
		t.Errorf("%d type errors", got.Failures)
	}
	golden := "testdata/go/truth.jsonl"
	if *update {
		got.By = "go/types"
		if err := got.write(golden); err != nil {
			t.Fatal(err)
		}
	}
	want, err := readTruth(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.facts, got.facts, cmp.AllowUnexported(fact{}, site{})); d != "" {
		t.Errorf("truth (-want +got):\n%s", d)
	}
}

// TestVerdict compares exports that have every kind of mistake with truths that
// were taken down from the compilers; want.txt is the whole report.
func TestVerdict(t *testing.T) {
	for _, language := range []string{"go", "typescript", "python"} {
		t.Run(language, func(t *testing.T) {
			dir := filepath.Join("testdata", language)
			o := mustOurs(t, filepath.Join(dir, "export.jsonl"))
			known, err := readTruth(filepath.Join(dir, "truth.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			v := compare(o, known)
			v.Directory = "tree"
			var out bytes.Buffer
			s := newSources(filepath.Join(dir, "tree"))
			v.print(&out, s, look{kind: "all", misses: 9, seed: 1})
			e := &run{dir: filepath.Join(dir, "tree"), sample: 2, seed: 1, look: look{kind: "call"}}
			if err := e.printSample(&out, o); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join(dir, "want.txt")
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), out.String()); d != "" {
				t.Errorf("report (-want +got):\n%s", d)
			}
		})
	}
}

func mustOurs(t *testing.T, name string) *export {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	o, err := readOurs(in)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Each site counts in one column.
func TestRowsSumUp(t *testing.T) {
	o := mustOurs(t, "testdata/go/export.jsonl")
	known, err := readTruth("testdata/go/truth.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range compare(o, known).Rows {
		if sum := r.Right + r.Mistaken + r.Ambiguous + r.External + r.Unresolved + r.Absent; sum != r.Sites {
			t.Errorf("%s: %d sites, columns sum up to %d", r.Kind, r.Sites, sum)
		}
	}
}

// Without edges, recall is the share of sites with a reference.
func TestPositionsOnly(t *testing.T) {
	o, err := readOurs(strings.NewReader(`{"record":"file","path":"main.py","language":"python"}
{"record":"file","path":"shape.py","language":"python"}
{"record":"reference","file":"main.py","kind":"call","name":"size","qualifier":"square","line_number":10,"column":32,"symbol":0}
`))
	if err != nil {
		t.Fatal(err)
	}
	known, err := readTruth("testdata/python/truth.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	v := compare(o, known)
	row := v.Rows[0]
	if v.Resolved || row.Right != 1 || row.Absent != row.Sites-1 || row.WrongEdges != 0 {
		t.Errorf("resolved %t, %+v", v.Resolved, row)
	}
}

func TestSyntax(t *testing.T) {
	dir := t.TempDir()
	lines := []string{"a.b().name(x)", "new name<T>()", "@name", "this.name(", "\tname[int](3)", "x?.name`t`", "é.name", "other"}
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte(strings.Join(lines, "\r\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	var got []string
	s := newSources(dir)
	for i, line := range lines {
		got = append(got, s.syntax(site{"f", i + 1, strings.Index(line, "name") + 1}, "name"))
	}
	want := []string{"…).name(", "new name<", "@name", "this.name(", "name[", "x?.name`", "x.name", "another name is at the site"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
