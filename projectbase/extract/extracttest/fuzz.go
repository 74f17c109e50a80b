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

// maxFuzzed is the size in bytes of the largest source that is fuzzed: an
// extractor that is wrong is wrong on small files too.
const maxFuzzed = 16 << 10

// fuzzTimeout bounds the time of one parse. Fuzzing gives a source ten seconds,
// however busy the machine is.
const fuzzTimeout = time.Second / 2

// Fuzz reads any bytes as a file of l. Nothing panics, the promises hold, and the
// same file gives the same facts whatever was read before it. Seeds are the corpus
// of l and the shapes that are known to cost some grammar much. Text of the other
// languages inside of its files is extracted as such.
func Fuzz(f *testing.F, l *lang.Language, others ...*lang.Language) {
	f.Helper()
	for _, source := range killers {
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

// killers are the shapes that are known to cost some grammar much memory or
// time, short enough not to.
var killers = []string{
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

// addCorpus makes each source of the corpus of l a seed.
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

// mustDescribe returns the facts of a file that keeps the promises, and whether
// parsing ended before its deadline, which depends on more than the file.
func mustDescribe(t *testing.T, x *extract.Extractor, in extract.Input, others []*lang.Language) (string, bool) {
	t.Helper()
	f, err := x.File(in)
	if err != nil {
		t.Fatal(err)
	}
	Check(t, in, f, others...)
	return string(Describe(nil, in.Path, f)), f.Partial != projectbase.PartialTimeout
}
