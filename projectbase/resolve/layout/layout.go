package layout

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// Package is a package that the project's own manifests describe.
type Package struct {
	Ecosystem string
	Name      string
	Dir       projectbase.Path // "." for the root
	Entries   []string         // files that importing it by its name alone means, relative to Dir; the first that exists counts
}

// Alias maps module paths of the files below Dir.
type Alias struct {
	Dir     projectbase.Path
	Pattern string
	Targets []string // relative to the root
}

// layout is the files and packages of a project, and what module paths mean in them.
type Layout struct {
	packages []Package
	aliases  []Alias
	paths    map[projectbase.Path]*outline.Outline
	dirs     map[string]*directory
	loading  *includeCache
	crates   map[string][]*Package // by the names that paths have for them
}

// newLayout returns a layout without files.
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

// put adds a file.
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

// remove forgets a file.
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

// directory is what lies in one.
type directory struct {
	files  []*outline.Outline // by path
	shared *sharedNames       // another one after each change of the files
}

// shared is what the files of a directory declare for each other, by name, in
// languages in which they do. It is made when something is looked up in it.
type sharedNames struct {
	once  sync.Once
	names map[string][]outline.Ref
}

// sharedNames returns what the files of a directory share. It may be called at
// once from several goroutines.
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

// module is what an import can name as a whole.
type Module struct {
	Files []*outline.Outline // whose names it has: a directory of Go, one file elsewhere
	Dir   string             // where further modules lie, of a package of Python or a module of Rust
	Space string             // a namespace
	Sym   outline.Ref        // a namespace that one file declares
	Pkg   string             // outside of the project
	Like  *outline.Outline   // a file of its language
}

func Below(p, dir projectbase.Path) bool {
	return dir == "." || dir == "" || strings.HasPrefix(string(p), string(dir)+"/")
}

func IsGoTest(o *outline.Outline) bool { return strings.HasSuffix(string(o.Path), "_test.go") }

// otherSystems are the systems and processors that a Go file's name can be for,
// but for the most common.
var otherSystems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "netbsd", "openbsd", "plan9",
	"solaris", "wasip1", "windows", "386", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64",
	"s390x", "wasm", "other", "stub", "fallback", "unsupported", "noop"}

// otherBuild reports whether a Go file is for another system by its name. The
// rule is that of the go command: a suffix _GOOS, _GOARCH or _GOOS_GOARCH; by
// custom, a suffix such as _go116 is for old releases.
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

// inDirectory returns what the files of a directory share under a name. Tests
// see the others, and not the other way round.
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
