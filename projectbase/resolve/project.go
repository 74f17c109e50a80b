package resolve

import (
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/resolve/symbols"
)

// Settings are the inputs of resolution other than the files.
type Settings struct {
	Scopes   func(language string) *lang.Scope // nil for a language without name lookup
	Packages []layout.Package
	// Aliases map patterns of module paths with at most one "*" to paths:
	// compilerOptions.paths of a tsconfig.
	Aliases []layout.Alias
}

// Project holds the declarations of all files. One goroutine may add and remove files.
// Several may resolve files at other times.
type Project struct {
	scopeOf func(language string) *lang.Scope
	scopes  map[string]*lang.Scope
	files   map[uint32]*outline.Outline
	layout  *layout.Layout
	tables  *symbols.Tables
}

// NewProject returns a project without files.
func NewProject(s Settings) *Project {
	return &Project{scopeOf: s.Scopes, scopes: map[string]*lang.Scope{}, files: map[uint32]*outline.Outline{}, layout: layout.New(s.Packages, s.Aliases), tables: symbols.New()}
}

// noScope is the scope of a language without name lookup.
var noScope = &lang.Scope{}

// scope returns the lookup rules of a language.
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

// File returns the outline with an id, or nil.
func (p *Project) File(id uint32) *outline.Outline { return p.files[id] }

// Files returns all outlines, by path.
func (p *Project) Files() []*outline.Outline {
	list := make([]*outline.Outline, 0, len(p.files))
	for _, o := range p.files {
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b *outline.Outline) int { return cmp.Compare(a.Path, b.Path) })
	return list
}

// Put adds a file, or replaces the file with the same id.
func (p *Project) Put(o *outline.Outline) {
	p.Remove(o.ID)
	o.Scope = p.scope(o.Language)
	p.files[o.ID] = o
	p.layout.Put(o)
	p.tables.Put(o)
}

// Remove removes a file.
func (p *Project) Remove(id uint32) {
	o := p.files[id]
	if o == nil {
		return
	}
	delete(p.files, id)
	p.layout.Remove(o)
	p.tables.Remove(o)
}

// Body holds the parts of a file that only its own resolution needs.
type Body struct {
	References []projectbase.Reference
	Bindings   []projectbase.Binding
	Names      func(projectbase.TermID) string
}

// Result is the outcome of resolving a file.
type Result struct {
	Edges     []projectbase.Edge // one for each reference
	Consulted []uint16           // keys of the names that were looked up outside of the file; ascending
}
