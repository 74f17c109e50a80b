package index

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/worker"

	"github.com/google/go-cmp/cmp"
)

// TestMain lets the test binary run as a parser process and as a process that
// tests kill.
func TestMain(m *testing.M) {
	if worker.IsChild() {
		os.Exit(worker.Main(worker.Extraction(all.Set())))
	}
	if os.Getenv(childOperation) != "" {
		os.Exit(victimMain())
	}
	os.Exit(m.Run())
}

func (f *fixture) usePool(o worker.Options) {
	f.Helper()
	o.Engine = worker.Extraction(all.Set())
	pool, err := worker.NewPool(o)
	must(f.T, err)
	f.Cleanup(func() { must(f.T, pool.Close()) })
	f.Parsers = pool
}

// TestCrashingFilesAffectOnlyThemselves indexes files that crash, hang or bloat
// parsers, among good ones.
func TestCrashingFilesAffectOnlyThemselves(t *testing.T) {
	f := newFixture(t, nil)
	f.usePool(worker.Options{Workers: 2, Deadline: 5 * time.Second})
	const good = 100
	for i := range good {
		f.write(fmt.Sprintf("good/f%03d.go", i), fmt.Sprintf("package good\n\n// Good%d is good.\nfunc Good%d() {}\n", i, i))
		f.write(fmt.Sprintf("good/f%03d.cs", i), fmt.Sprintf("class Fine%d { void Run%d() {} }\n", i, i))
	}
	f.write("good/k0_generics.cs", "class Killer { void M() { "+strings.Repeat(strings.Repeat("a<b<", 20)+"\n", 200)+" } }\n")
	f.write("good/k1_brackets.go", "package killer\n\nvar x = "+strings.Repeat(strings.Repeat("(", 100)+"\n", 1000)+"\n")
	f.write("good/k2_brackets.py", "x = "+strings.Repeat(strings.Repeat("[", 100)+"\n", 1000)+"\n")
	f.write("good/k3_line.go", "package killer // "+strings.Repeat("word ", 10<<20)+"\n")
	f.write("good/k4_nul.py", strings.Repeat("\x00", 1<<20))
	f.write("good/k5_late_nul.py", "x = 1 # "+strings.Repeat("word\n", 4000)+strings.Repeat("\x00\n", 1<<19))
	first := f.mustInit(InitOptions{})
	if first.FilesIndexed != 2*good+4 {
		t.Errorf("report %+v", first)
	}
	want := map[projectbase.Path]bool{"good/k0_generics.cs": true}
	for _, p := range first.Partial {
		t.Logf("%s: %s", p.Path, p.Reason)
		if !strings.HasPrefix(string(p.Path), "good/k") {
			t.Errorf("%s is partial: %s", p.Path, p.Reason)
		}
		delete(want, p.Path)
	}
	if len(want) > 0 {
		t.Errorf("%v not among the partial %v", want, first.Partial)
	}
	wantSkipped := []Skipped{{"good/k3_line.go", projectbase.SkipTooLarge}, {"good/k4_nul.py", projectbase.SkipBinary}}
	if diff := cmp.Diff(wantSkipped, first.Skipped); diff != "" {
		t.Error(diff)
	}
	text := f.export()
	for i := range good {
		for _, name := range []string{"Good", "Fine", "Run"} {
			if !strings.Contains(text, fmt.Sprintf("Name:%s%d ", name, i)) {
				t.Errorf("%s%d is not in the index", name, i)
			}
		}
	}
	if !strings.Contains(text, "  term Killer ") {
		t.Error("the terms of the crashing file are not in the index")
	}

	// A second run knows the reasons and does not parse them again.
	f.usePool(worker.Options{Command: []string{"/nonexistent"}})
	for _, p := range first.Partial {
		f.write(string(p.Path), string(mustRead(t, f.path(string(p.Path))))) // with other file times
	}
	f.mustInit(InitOptions{})
	if diff := cmp.Diff(text, f.export()); diff != "" {
		t.Error(diff)
	}
}

// TestGrammarCrashes indexes texts that abort, hang or bloat the grammars of
// Ruby, Kotlin, Bash and Java, between good files.
func TestGrammarCrashes(t *testing.T) {
	f := newFixture(t, nil)
	f.usePool(worker.Options{Workers: 2, Deadline: 3 * time.Second})
	good := map[string]string{"rb": "class Fine%s\nend\n", "kt": "class Fine%s\n", "sh": "Fine%s() { :; }\n", "java": "class Fine%s { }\n"}
	for ext, text := range good {
		for _, n := range []string{"0", "1"} {
			f.write("k"+n+"."+ext, fmt.Sprintf(text, ext+n)) // before and after the crashing file
		}
	}
	noise := make([]byte, 1<<20)
	source := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(1 + source.IntN(255)) // no NUL, which would make the file binary
	}
	crashing := map[projectbase.Path]string{
		"k0a_tag.rb":     "buf <<\"" + strings.Repeat("tag", 100) + "\"\n",
		"k0b_strings.kt": "// Killer\nval x = " + strings.Repeat("\"'`${\n", 40_000),
		"k0c_noise.sh":   "Killer\n" + string(noise),
		"k0d_nul.sh":     "Killer=1 # " + strings.Repeat("word\n", 4000) + strings.Repeat("\x00\n", 1<<19),
		"k0e_types.java": "class Killer { void m() { " + strings.Repeat(strings.Repeat("a<b<", 20)+"\n", 200) + " } }\n",
	}
	for name, text := range crashing {
		f.write(string(name), text)
	}
	r := f.mustInit(InitOptions{})
	if want := 2*len(good) + len(crashing); r.FilesIndexed != want || len(r.Skipped) > 0 {
		t.Errorf("%d files are indexed, want %d; skipped %v", r.FilesIndexed, want, r.Skipped)
	}
	failed := map[projectbase.Path]bool{}
	for _, p := range r.Partial {
		t.Logf("%s: %s", p.Path, p.Reason)
		if failed[p.Path] = true; crashing[p.Path] == "" {
			t.Errorf("%s is partial: %s", p.Path, p.Reason)
		}
	}
	if !failed["k0b_strings.kt"] || !failed["k0e_types.java"] {
		t.Errorf("partial files are only %v: two inputs no longer crash", r.Partial)
	}
	text := f.export()
	for ext := range good {
		for _, n := range []string{"0", "1"} {
			if !strings.Contains(text, "Name:Fine"+ext+n+" ") {
				t.Errorf("Fine%s%s is not in the index", ext, n)
			}
		}
	}
	if !strings.Contains(text, "  term Killer ") {
		t.Error("the terms of the crashing files are not in the index")
	}
}

func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	must(t, err)
	return bytes.Clone(b)
}
