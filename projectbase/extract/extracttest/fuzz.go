package extracttest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// maxFuzzed is the size in bytes of the largest fuzzed source. Errors of the
// extractor show in small files too.
const maxFuzzed = 16 << 10

// fuzzTimeout bounds the time of one parse. The fuzzer allows ten seconds per
// input, even on a busy machine.
const fuzzTimeout = time.Second / 2

// Fuzz extracts any bytes as a file of l. It must not panic, the guarantees
// must hold, and the facts must not depend on files read before. Seeds are the
// corpus of l and inputs that are expensive for some grammar. Embedded text of
// the other languages is extracted too.
func Fuzz(f *testing.F, l *lang.Language, others ...*lang.Language) {
	f.Helper()
	for _, source := range expensive {
		f.Add(uint8(0), []byte(source))
	}
	addCorpus(f, l)
	x := extract.New(extract.Options{
		Timeout: fuzzTimeout, MaxNodes: 1 << 20,
		Languages: lang.NewSet(append(slices.Clone(others), l)...),
	})
	f.Cleanup(x.Close)
	f.Fuzz(func(t *testing.T, extension uint8, source []byte) {
		if len(source) > maxFuzzed {
			return
		}
		path := projectbase.Path("a" + l.Files.Extensions[int(extension)%len(l.Files.Extensions)])
		in := extract.Input{Language: l, Path: path, Source: source}
		first, ended := mustDescribe(t, x, in, others)
		again, endedAgain := mustDescribe(t, x, in, others)
		if diff := cmp.Diff(first, again); diff != "" && ended && endedAgain {
			t.Errorf("the same file again gives other facts:\n%s", diff)
		}
		Check(t, in, x.Words(in))
	})
}

// expensive are inputs on which some grammar needs much memory or time,
// shortened so that they do not.
var expensive = []string{
	"",
	"\xef\xbb\xbf",
	strings.Repeat("\x00", 2000),
	strings.Repeat("a<b<", 200),
	strings.Repeat("(", 1000),
	strings.Repeat("[{(", 200) + strings.Repeat(")}]", 200),
	strings.Repeat(`"'`+"`"+`${`, 300),
	strings.Repeat("x ", 2000),
	strings.Repeat("if a { ", 1000),
	"\"" + strings.Repeat("\\", 1001) + "\r\n\xff\xfe\u2028word\u0130\u0131",
}

// addCorpus adds each source of the corpus of l as a seed.
func addCorpus(f *testing.F, l *lang.Language) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		f.Fatalf("no corpus in testdata: %v", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			extension := slices.Index(l.Files.Extensions, strings.ToLower(filepath.Ext(file.Name)))
			if file.Name != "want" {
				f.Add(uint8(max(extension, 0)), Unescape(file.Data))
			}
		}
	}
}

// mustDescribe returns the facts of a file after checking the guarantees, and
// whether parsing ended before its deadline, which varies between runs.
func mustDescribe(t *testing.T, x *extract.Extractor, in extract.Input, others []*lang.Language) (string, bool) {
	t.Helper()
	f, err := x.File(in)
	if err != nil {
		t.Fatal(err)
	}
	Check(t, in, f, others...)
	return string(Describe(nil, in.Path, f)), f.Partial != projectbase.PartialTimeout
}
