// Package extracttest tests languages against their corpora and against the
// guarantees of extraction. Each language's folder has a short test that calls
// Run.
//
// A corpus file is a txtar archive: a sentence about its subject, source
// files, and last a file named "want" with the expected facts, as Describe
// prints them. "go test ./projectbase/lang/... -update" rewrites it; read the
// diff.
package extracttest

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden corpora anew")

// Run checks a language's tables, and its corpus in testdata/*.txtar. Embedded
// text of the other languages is extracted too.
func Run(t *testing.T, l *lang.Language, others ...*lang.Language) {
	t.Helper()
	t.Run("tables", func(t *testing.T) { checkTables(t, l) })
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus in testdata: %v", err)
	}
	x := extract.New(extract.Options{Languages: lang.NewSet(append(slices.Clone(others), l)...)})
	defer x.Close()
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { runCorpus(t, x, l, file, others) })
	}
}

func runCorpus(t *testing.T, x *extract.Extractor, l *lang.Language, file string, others []*lang.Language) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	want := -1
	for i, f := range archive.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		in := extract.Input{Language: l, Path: projectbase.Path(f.Name), Source: Unescape(f.Data)}
		facts, err := x.File(in)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		Check(t, in, facts, others...)
		got = Describe(got, in.Path, facts)
	}
	if want < 0 {
		archive.Files = append(archive.Files, txtar.File{Name: "want"})
		want = len(archive.Files) - 1
	}
	if *update {
		archive.Files[want].Data = got
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[want].Data), string(got)); diff != "" {
		t.Errorf("run with -update and read the diff, if this is right (-want +got):\n%s", diff)
	}
}
