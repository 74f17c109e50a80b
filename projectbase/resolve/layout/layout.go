package layout

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// Package is a package that a manifest of the project describes.
type Package struct {
	Ecosystem string
	Name      string
	Dir       projectbase.Path // "." for the root
	Entries   []string         // entry files relative to Dir, for an import of the package itself; the first existing one counts
}

// Alias maps the module paths that match Pattern, in files below Dir. It comes from
// compilerOptions.paths of a tsconfig. Pattern contains at most one "*".
type Alias struct {
	Dir     projectbase.Path
	Pattern string
	Targets []string // relative to the root
}

// Layout holds the files and packages of a project, and finds the file or directory of a
// module path.
type Layout struct {
	packages []Package
	aliases  []Alias
	paths    map[projectbase.Path]*outline.Outline
	dirs     map[string]*directory
	loading  *includeCache
	crates   map[string][]*Package // packages by the name in Rust paths
}

// New returns a layout without files.
func New(packages []Package, aliases []Alias) *Layout {
	l := &Layout{packages: packages, aliases: aliases, paths: map[projectbase.Path]*outline.Outline{}, dirs: map[string]*directory{},
		loading: &includeCache{}, crates: map[string][]*Package{}}
	for i := range packages {
		if k := &packages[i]; k.Ecosystem == "cargo" {
			name := strings.ReplaceAll(k.Name, "-", "_")
			l.crates[name] = append(l.crates[name], k)
		}
	}
	return l
}

// Put adds a file.
func (l *Layout) Put(o *outline.Outline) {
	l.paths[o.Path] = o
	dir := string(o.Path.Dir())
	d := l.dirs[dir]
	if d == nil {
		d = &directory{}
		l.dirs[dir] = d
	}
	at, _ := slices.BinarySearchFunc(d.files, o.Path, func(f *outline.Outline, path projectbase.Path) int { return cmp.Compare(f.Path, path) })
	d.files = slices.Insert(d.files, at, o)
	d.shared = &sharedNames{}
	l.loading = &includeCache{}
}

// Remove removes a file.
func (l *Layout) Remove(o *outline.Outline) {
	delete(l.paths, o.Path)
	dir := string(o.Path.Dir())
	d := l.dirs[dir]
	if d.files = slices.DeleteFunc(d.files, func(f *outline.Outline) bool { return f == o }); len(d.files) == 0 {
		delete(l.dirs, dir)
	}
	d.shared = &sharedNames{}
	l.loading = &includeCache{}
}

// directory is one directory with its files.
type directory struct {
	files  []*outline.Outline // by path
	shared *sharedNames       // replaced after each change of the files
}

// sharedNames are the top-level names of the files of a directory, for languages in which
// these share them. They are built at the first lookup.
type sharedNames struct {
	once  sync.Once
	names map[string][]outline.Ref
}

// sharedNames returns the names that the files of a directory share. It is safe for
// concurrent use.
func (d *directory) sharedNames() map[string][]outline.Ref {
	l := d.shared
	l.once.Do(func() {
		l.names = map[string][]outline.Ref{}
		for _, o := range d.files {
			for i := range o.Symbols {
				if s := &o.Symbols[i]; s.Container == projectbase.NoSymbol && s.Owner == "" {
					l.names[s.Name] = append(l.names[s.Name], outline.Ref{File: o, Ordinal: int32(i)})
				}
			}
		}
	})
	return l.names
}

// Module is the target of an import.
type Module struct {
	Files []*outline.Outline // files with its names: a directory in Go, one file in other languages
	Dir   string             // directory of submodules, for Python and Rust
	Space string             // a namespace
	Sym   outline.Ref        // a namespace that one file declares
	Pkg   string             // outside of the project
	Like  *outline.Outline   // some file of the same language
}

// Below reports whether a path lies in a directory.
func Below(p, dir projectbase.Path) bool {
	return dir == "." || dir == "" || strings.HasPrefix(string(p), string(dir)+"/")
}

// IsGoTest reports whether a file is a test file of Go.
func IsGoTest(o *outline.Outline) bool { return strings.HasSuffix(string(o.Path), "_test.go") }

// otherSystems are the systems and processors in file names of Go, except the most common
// ones.
var otherSystems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "netbsd", "openbsd", "plan9",
	"solaris", "wasip1", "windows", "386", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64",
	"s390x", "wasm", "other", "stub", "fallback", "unsupported", "noop"}

// IsOtherBuild reports whether the name of a Go file excludes it from common builds. The
// go command has the rule: a suffix _GOOS, _GOARCH or _GOOS_GOARCH. By convention, a
// suffix such as _go116 marks code for old releases.
func IsOtherBuild(p projectbase.Path) bool {
	name, ok := strings.CutSuffix(p.Base(), ".go")
	if !ok {
		return false
	}
	for _, part := range strings.Split(strings.TrimSuffix(name, "_test"), "_")[1:] {
		if slices.Contains(otherSystems, part) || strings.HasPrefix(part, "go1") && strings.Trim(part[2:], "0123456789") == "" {
			return true
		}
	}
	return false
}

// InDirectory returns the symbols with a name that the files of a directory share. Test
// files see the other files, but not the other way round.
func (l *Layout) InDirectory(like *outline.Outline, dir, name string, from *outline.Outline) []outline.Ref {
	d := l.dirs[dir]
	if d == nil {
		return nil
	}
	list := d.sharedNames()[name]
	if len(list) == 0 {
		return nil
	}
	tests := from != nil && IsGoTest(from)
	return outline.First(list, from, func(x outline.Ref) bool {
		return x.File.Language == like.Language && (tests || !IsGoTest(x.File))
	})
}
