package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const root = "../../.."

// A module is the parsed source of all its packages, tests left out. Build
// constraints are ignored: a rule applies to every system.
type module struct {
	name     string
	packages map[string]*pkg // by path below the module
}

// A pkg holds the parsed files of one directory.
type pkg struct {
	fset  *token.FileSet
	files []*ast.File
}

// imports returns the import paths of p, each once.
func (p *pkg) imports() []string {
	var paths []string
	for _, f := range p.files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err == nil && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// thisModule returns the module that this package belongs to, parsed once.
func thisModule(t *testing.T) *module {
	t.Helper()
	m, err := parseOnce()
	if err != nil {
		t.Fatal(err)
	}
	if len(m.packages) < 3 {
		t.Fatalf("found %d packages below %s; is this the root of the module?", len(m.packages), root)
	}
	return m
}

var parseOnce = sync.OnceValues(func() (*module, error) {
	name, err := moduleName(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	m := &module{name: name, packages: map[string]*pkg{}}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name != root && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		return m.add(filepath.ToSlash(rel), text)
	})
	return m, err
})

func moduleName(gomod string) (string, error) {
	text, err := os.ReadFile(gomod)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(name), nil
		}
	}
	return "", &fs.PathError{Op: "find the module line of", Path: gomod, Err: fs.ErrNotExist}
}

// add parses the text of one file, given by its path below the module.
func (m *module) add(name string, text []byte) error {
	dir, _, _ := cutLast(name, "/")
	p := m.packages[dir]
	if p == nil {
		p = &pkg{fset: token.NewFileSet()}
		m.packages[dir] = p
	}
	f, err := parser.ParseFile(p.fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	p.files = append(p.files, f)
	return nil
}

// parsedModule returns a module of the given files, for tests of the checks.
func parsedModule(t *testing.T, files map[string]string) *module {
	t.Helper()
	m := &module{name: "m", packages: map[string]*pkg{}}
	for name, text := range files {
		if err := m.add(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}
