package resolve

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// Ref is a symbol in its outline. The zero value is none.
type Ref struct {
	File    *Outline
	Ordinal int32
}

func (r Ref) none() bool      { return r.File == nil }
func (r Ref) symbol() *Symbol { return &r.File.Symbols[r.Ordinal] }

func byPlace(a, b Ref) int {
	if a.File == b.File {
		return cmp.Compare(a.Ordinal, b.Ordinal)
	}
	return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Ordinal, b.Ordinal))
}

// Package is a package that the project's own manifests describe.
type Package struct {
	Ecosystem string
	Name      string
	Dir       projectbase.Path // "." for the root
	Entries   []string         // files that importing it by its name alone means, relative to Dir; the first that exists counts
}

// Settings are what decides resolution beside the files.
type Settings struct {
	Scopes   func(language string) *lang.Scope // nil for a language without
	Packages []Package
	// Aliases are patterns of module paths with at most one "*", and the places
	// that they stand for: compilerOptions.paths of a tsconfig.
	Aliases []Alias
}

// Alias maps module paths of the files below Dir.
type Alias struct {
	Dir     projectbase.Path
	Pattern string
	Targets []string // relative to the root
}

// Project is the declarations of all files. It is for one goroutine while
// files are added or removed; resolving only reads it.
type Project struct {
	scopeOf func(language string) *lang.Scope
	scopes  map[string]*lang.Scope
	files   map[uint32]*Outline
	layout  *layout
	groups  map[string]*group // by family
	given   map[string]int    // how many files may pass a name on to others
}

// layout is the files and packages of a project, and what module paths mean in them.
type layout struct {
	packages []Package
	aliases  []Alias
	paths    map[projectbase.Path]*Outline
	dirs     map[string]*directory
	loading  *loading
	crates   map[string][]*Package // by the names that paths have for them
}

// directory is what lies in one.
type directory struct {
	files  []*Outline // by path
	shared *shared    // another one after each change of the files
}

// shared is what the files of a directory declare for each other, by name, in
// languages in which they do. It is made when something is looked up in it.
type shared struct {
	once  sync.Once
	names map[string][]Ref
}

// group is the symbols that files of one family of languages may see. All lists
// are by place.
type group struct {
	top        map[string][]Ref // by name: what lies in namespaces only, or in nothing
	qualified  map[string][]Ref // the same by the namespaces and the name
	owned      map[string][]Ref // by owner, a dot and name: members that lie outside of their type
	namespaces map[string]int   // namespaces, and those around them, and how many declarations each has
	globals    []*Outline       // files with imports that hold in others; by path
	merges     *merges
}

// NewProject returns a project without files.
func NewProject(s Settings) *Project {
	return &Project{scopeOf: s.Scopes, scopes: map[string]*lang.Scope{}, files: map[uint32]*Outline{}, layout: newLayout(s),
		groups: map[string]*group{}, given: map[string]int{}}
}

// newLayout returns a layout without files.
func newLayout(s Settings) *layout {
	l := &layout{packages: s.Packages, aliases: s.Aliases, paths: map[projectbase.Path]*Outline{}, dirs: map[string]*directory{},
		loading: &loading{}, crates: map[string][]*Package{}}
	for i := range s.Packages {
		if k := &s.Packages[i]; k.Ecosystem == "cargo" {
			name := strings.ReplaceAll(k.Name, "-", "_")
			l.crates[name] = append(l.crates[name], k)
		}
	}
	return l
}

// put adds a file.
func (l *layout) put(o *Outline) {
	l.paths[o.Path] = o
	dir := string(o.Path.Dir())
	d := l.dirs[dir]
	if d == nil {
		d = &directory{}
		l.dirs[dir] = d
	}
	at, _ := slices.BinarySearchFunc(d.files, o.Path, func(f *Outline, path projectbase.Path) int { return cmp.Compare(f.Path, path) })
	d.files = slices.Insert(d.files, at, o)
	d.shared = &shared{}
	l.loading = &loading{}
}

// remove forgets a file.
func (l *layout) remove(o *Outline) {
	delete(l.paths, o.Path)
	dir := string(o.Path.Dir())
	d := l.dirs[dir]
	if d.files = slices.DeleteFunc(d.files, func(f *Outline) bool { return f == o }); len(d.files) == 0 {
		delete(l.dirs, dir)
	}
	d.shared = &shared{}
	l.loading = &loading{}
}

var noScope = &lang.Scope{}

func (p *Project) scope(language string) *lang.Scope {
	s, ok := p.scopes[language]
	if !ok {
		if s = p.scopeOf(language); s == nil {
			s = noScope
		}
		p.scopes[language] = s
	}
	return s
}

// group returns the group of a file's language.
func (p *Project) group(o *Outline) *group {
	family := family(o)
	g := p.groups[family]
	if g == nil {
		g = &group{top: map[string][]Ref{}, qualified: map[string][]Ref{}, owned: map[string][]Ref{}, namespaces: map[string]int{}, merges: &merges{}}
		p.groups[family] = g
	}
	return g
}

// family returns the languages that a file shares its symbols with.
func family(o *Outline) string {
	return cmp.Or(o.scope.Family, o.Language)
}

// File returns the outline with an id, nil if there is none.
func (p *Project) File(id uint32) *Outline { return p.files[id] }

// Files returns all outlines, by path.
func (p *Project) Files() []*Outline {
	list := make([]*Outline, 0, len(p.files))
	for _, o := range p.files {
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b *Outline) int { return cmp.Compare(a.Path, b.Path) })
	return list
}

// Put enters a file in the place of what was known of it.
func (p *Project) Put(o *Outline) {
	p.Remove(o.ID)
	o.scope = p.scope(o.Language)
	p.files[o.ID] = o
	p.layout.put(o)
	g := p.group(o)
	g.merges = &merges{}
	if o.hasGlobals() {
		at, _ := slices.BinarySearchFunc(g.globals, o.Path, func(f *Outline, path projectbase.Path) int { return cmp.Compare(f.Path, path) })
		g.globals = slices.Insert(g.globals, at, o)
	}
	p.eachGiven(o, func(name string) { p.given[name]++ })
	p.eachEntry(o, enter, func(g *group, name string) { g.namespaces[name]++ })
}

// Remove forgets a file.
func (p *Project) Remove(id uint32) {
	o := p.files[id]
	if o == nil {
		return
	}
	delete(p.files, id)
	p.layout.remove(o)
	g := p.group(o)
	g.merges = &merges{}
	if o.hasGlobals() {
		g.globals = slices.DeleteFunc(g.globals, func(f *Outline) bool { return f == o })
	}
	p.eachGiven(o, func(name string) { subtract(p.given, name) })
	p.eachEntry(o, drop, func(g *group, name string) {
		subtract(g.namespaces, name)
	})
}

// dotted writes the name of a namespace with dots, whatever the language has
// between its parts.
func dotted(name string) string {
	if strings.IndexByte(name, ':') < 0 && strings.IndexByte(name, '\\') < 0 && strings.IndexByte(name, '/') < 0 {
		return name
	}
	return strings.Trim(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(name, `\`, "."), "::", "."), "/", "."), ".")
}

// lastName returns the last name of a qualified or generic one.
func lastName(name string) string {
	last := 0
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '.', ':', '\\':
			last = i + 1
		case '<', '[':
			if name[0] != '<' && name[0] != '[' {
				return name[last:i]
			}
		}
	}
	return name[last:]
}

// withoutArguments leaves the arguments of generic types out of a name.
func withoutArguments(name string) string {
	for {
		open := strings.IndexByte(name, '<')
		if open < 0 {
			return name
		}
		end := closing(name, open)
		if end < 0 {
			return name[:open]
		}
		name = name[:open] + name[end:]
	}
}

// inOrder sorts refs by place, so that what was added last counts no more than
// what was first.
func inOrder(refs []Ref) []Ref {
	if slices.IsSortedFunc(refs, byPlace) {
		return refs
	}
	refs = slices.Clone(refs)
	slices.SortFunc(refs, byPlace)
	return refs
}
