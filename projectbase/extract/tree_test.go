package extract_test

import (
	"go/build"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestGoTree holds real Go code, its tests' data included, to the promises of
// every file.
func TestGoTree(t *testing.T) {
	checkTree(t, filepath.Join(build.Default.GOROOT, "src", "net"), 300)
}

// TestPythonTree holds a part of Python's standard library to the same promises.
func TestPythonTree(t *testing.T) {
	out, err := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	if err != nil {
		t.Skipf("NOT CHECKED: no python3 here whose standard library could be read: %v", err)
	}
	library := strings.TrimSpace(string(out))
	for part, files := range map[string]int{"asyncio": 20, "collections": 2, "email": 15, "http": 4, "importlib": 10, "json": 4, "unittest": 10} {
		checkTree(t, filepath.Join(library, part), files)
	}
}

// checkTree checks all files below root whose language is known, of which there
// are at least atLeast.
func checkTree(t *testing.T, root string, atLeast int) {
	t.Helper()
	x := extract.New(extract.Options{Languages: all.Set()})
	defer x.Close()
	checked := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		path := projectbase.Path(filepath.ToSlash(name))
		language := all.Set().ByID(all.Set().Detect(path, nil))
		if language == nil {
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		in := extract.Input{Language: language, Path: path, Source: source}
		f, err := x.File(in)
		if err != nil || f.Partial != "" {
			t.Errorf("%s: %s %v", path, f.Partial, err)
			return nil
		}
		extracttest.Check(t, in, f, guests(in.Language)...)
		checked++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < atLeast {
		t.Errorf("%s has %d files of known languages, want at least %d", root, checked, atLeast)
	}
}

// FuzzFile reads any bytes as any language. Nothing panics, the promises hold,
// and the same file gives the same facts whatever was read before it.
func FuzzFile(f *testing.F) {
	for _, language := range all.Set().All() {
		for _, source := range killers {
			f.Add(language.ID, uint8(0), []byte(source))
		}
		archives, err := filepath.Glob(filepath.Join("..", "lang", "*", "testdata", "*.txtar"))
		if err != nil || len(archives) == 0 {
			f.Fatalf("no corpus: %v", err)
		}
		for _, name := range archives {
			addCorpus(f, language, name)
		}
	}
	x := extract.New(extract.Options{Timeout: 5 * time.Second, MaxNodes: 1 << 20, Languages: all.Set()})
	f.Cleanup(x.Close)
	f.Fuzz(func(t *testing.T, id string, dialect uint8, source []byte) {
		if len(source) > 16<<10 {
			return
		}
		language := languageOf(id)
		path := "a" + language.Extensions[int(dialect)%len(language.Extensions)]
		in := extract.Input{Language: language, Path: projectbase.Path(path), Source: source}
		first, ended := mustDescribe(t, x, in)
		again, endedAgain := mustDescribe(t, x, in)
		if diff := cmp.Diff(first, again); diff != "" && ended && endedAgain {
			t.Errorf("the same file again gives other facts:\n%s", diff)
		}
		extracttest.Check(t, in, x.Words(in))
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

// addCorpus makes each source of a corpus a seed for the language that its name
// tells.
func addCorpus(f *testing.F, language *lang.Language, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		if all.Set().Detect(projectbase.Path(file.Name), nil) == language.ID {
			f.Add(language.ID, uint8(language.DialectOf(projectbase.Path(file.Name))), extracttest.Unescape(file.Data))
		}
	}
}

// guests returns the languages of scripts and styles inside of files of l.
func guests(l *lang.Language) []*lang.Language {
	switch l.ID {
	case "html", "svelte", "vue":
		return []*lang.Language{all.Set().ByID("css"), all.Set().ByID("javascript"), all.Set().ByID("typescript")}
	}
	return nil
}

// languageOf returns the language with an id, or for any other text some language.
func languageOf(id string) *lang.Language {
	if l := all.Set().ByID(id); l != nil {
		return l
	}
	h := fnv.New32()
	h.Write([]byte(id))
	languages := all.Set().All()
	return languages[int(h.Sum32()%uint32(len(languages)))]
}

// mustDescribe returns the facts of a file that keeps the promises, and whether
// parsing ended before its deadline, which depends on more than the file.
func mustDescribe(t *testing.T, x *extract.Extractor, in extract.Input) (string, bool) {
	t.Helper()
	f, err := x.File(in)
	if err != nil {
		t.Fatal(err)
	}
	extracttest.Check(t, in, f, guests(in.Language)...)
	return string(extracttest.Describe(nil, in.Path, f)), f.Partial != projectbase.PartialTimeout
}
