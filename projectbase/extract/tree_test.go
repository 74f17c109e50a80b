package extract_test

import (
	"go/build"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"
)

// TestGoTree checks the guarantees of extraction on real Go code, including
// test data.
func TestGoTree(t *testing.T) {
	root := build.Default.GOROOT
	if root == "" { // built with -trimpath
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		root = strings.TrimSpace(string(out))
	}
	checkTree(t, filepath.Join(root, "src", "net"), 300)
}

// TestPythonTree checks them on a part of Python's standard library.
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

// checkTree checks all files of known languages below root, at least atLeast
// of them.
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

// guests returns the languages of scripts and styles in files of l.
func guests(l *lang.Language) []*lang.Language {
	switch l.ID {
	case "html", "svelte", "vue":
		return []*lang.Language{all.Set().ByID("css"), all.Set().ByID("javascript"), all.Set().ByID("typescript")}
	}
	return nil
}
