// Package symbols holds the symbol tables of a project: by name, by qualified name and by
// owner.
package symbols

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
)

// Table holds the symbols that the files of one family of languages may see. All lists
// are sorted by path and ordinal.
type Table struct {
	Top        map[string][]outline.Ref // by name: symbols at the top level or in namespaces
	Qualified  map[string][]outline.Ref // the same by qualified name
	Owned      map[string][]outline.Ref // by owner, a dot and name: members declared outside of their type
	Namespaces map[string]int           // namespaces and their parents, with the number of declarations
	Globals    []*outline.Outline       // files with project-wide imports, by path
	merges     *partsCache
}

// subtract decrements the count of a name.
func subtract(counts map[string]int, name string) {
	if counts[name]--; counts[name] == 0 {
		delete(counts, name)
	}
}

// wide reports whether names are visible beyond their file and directory.
func isWide(s *lang.Scope) bool {
	return s.Open || s.Unit == lang.UnitNamespace || s.Unit == lang.UnitProject
}

// givesNames reports whether a file may export names that it imports, or names that it
// does not list.
func reexportsNames(s *lang.Scope) bool {
	return s.Imports == lang.ImportsLoads || s.Imports == lang.ImportsFiles || s.Imports == lang.ImportsModules
}

// eachGiven calls fn with each name that a file may export to others. Where module paths
// follow file paths, these include the parts of the file's path.
func (t *Tables) eachExport(o *outline.Outline, fn func(name string)) {
	scope := o.Scope
	if !reexportsNames(scope) {
		return
	}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if isWide(scope) && s.Kind != projectbase.KindNamespace || s.HasTitle() {
			continue // visible in the whole project, or nowhere
		}
		if s.Container == projectbase.NoSymbol || o.Symbols[s.Container].Kind == projectbase.KindNamespace {
			fn(s.Name)
		}
	}
	for i := range o.Imports {
		if name := cmp.Or(o.Imports[i].Alias, o.Imports[i].Name); name != "" {
			fn(name)
		}
	}
	if scope.Imports != lang.ImportsModules {
		return
	}
	for _, name := range outline.FileKeys(o.Path) {
		fn(name)
	}
}

// MayPassOn reports whether a file may re-export a name at all.
func (t *Tables) MayPassOn(o *outline.Outline, name string) bool {
	return t.exports[name] > 0 || !reexportsNames(o.Scope)
}

// insert adds a symbol to a sorted list. Most symbols belong at its end.
func insert(m map[string][]outline.Ref, key string, r outline.Ref) {
	list := m[key]
	if n := len(list); n == 0 || outline.CompareRefs(list[n-1], r) < 0 {
		m[key] = append(list, r)
		return
	}
	at, _ := slices.BinarySearchFunc(list, r, outline.CompareRefs)
	m[key] = slices.Insert(list, at, r)
}

// remove deletes a symbol from a sorted list. A symbol of another outline may have the
// same position.
func remove(m map[string][]outline.Ref, key string, r outline.Ref) {
	list := m[key]
	at, _ := slices.BinarySearchFunc(list, r, outline.CompareRefs)
	for at < len(list) && list[at] != r && outline.CompareRefs(list[at], r) == 0 {
		at++
	}
	if at == len(list) || list[at] != r {
		return
	}
	if m[key] = slices.Delete(list, at, at+1); len(m[key]) == 0 {
		delete(m, key)
	}
}

// eachEntry calls fn with each entry of a file in the tables, and space with each
// namespace.
func (t *Tables) eachEntry(o *outline.Outline, fn func(m map[string][]outline.Ref, key string, r outline.Ref), space func(g *Table, name string)) {
	g, scope := t.Of(o), o.Scope
	wide := isWide(scope)
	prefix := make([]string, len(o.Symbols)) // by ordinal: qualified name and a dot, for namespaces and open types
	for i := range o.Symbols {
		s := &o.Symbols[i]
		r := outline.Ref{File: o, Ordinal: int32(i)}
		if s.Owner != "" {
			fn(g.Owned, expr.LastName(s.Owner)+"."+s.Name, r)
			if !s.Kind.IsType() {
				continue
			}
		}
		around := ""
		if holder := o.EnclosingScope(int32(i)); holder != projectbase.NoSymbol {
			c := &o.Symbols[holder]
			if c.Word == outline.WordExtension {
				fn(g.Owned, expr.LastName(c.Name)+"."+s.Name, r)
			}
			if around = prefix[holder]; around == "" {
				continue
			}
			if c.Kind.IsType() {
				if s.Kind.IsType() {
					prefix[i] = around + s.Name + "."
					fn(g.Qualified, around+s.Name, r)
				}
				continue
			}
		}
		full := around + expr.Dotted(s.Name)
		if s.Kind == projectbase.KindNamespace && s.Word != outline.WordExtension {
			prefix[i] = full + "."
			for at := 0; at >= 0; {
				next := strings.IndexByte(full[at:], '.')
				if next < 0 {
					space(g, full)
					break
				}
				space(g, full[:at+next])
				at += next + 1
			}
			continue
		}
		if s.Kind.IsType() && scope.Open {
			prefix[i] = full + "." // its member types may also have several declarations
		}
		if wide {
			fn(g.Top, s.Name, r)
		}
		if around != "" {
			fn(g.Qualified, full, r)
		}
	}
}

// Tables are the symbol tables of a project. One goroutine may add and remove files;
// several may read at other times.
type Tables struct {
	groups  map[string]*Table // by family
	exports map[string]int    // number of files that may export a name to others
}

// New returns empty tables.
func New() *Tables { return &Tables{groups: map[string]*Table{}, exports: map[string]int{}} }

// Put adds the symbols of a file.
func (t *Tables) Put(o *outline.Outline) {
	g := t.Of(o)
	g.merges = &partsCache{}
	if o.HasGlobals() {
		at, _ := slices.BinarySearchFunc(g.Globals, o.Path, func(f *outline.Outline, path projectbase.Path) int { return cmp.Compare(f.Path, path) })
		g.Globals = slices.Insert(g.Globals, at, o)
	}
	t.eachExport(o, func(name string) { t.exports[name]++ })
	t.eachEntry(o, insert, func(g *Table, name string) { g.Namespaces[name]++ })
}

// Remove removes the symbols of a file.
func (t *Tables) Remove(o *outline.Outline) {
	g := t.Of(o)
	g.merges = &partsCache{}
	if o.HasGlobals() {
		g.Globals = slices.DeleteFunc(g.Globals, func(f *outline.Outline) bool { return f == o })
	}
	t.eachExport(o, func(name string) { subtract(t.exports, name) })
	t.eachEntry(o, remove, func(g *Table, name string) { subtract(g.Namespaces, name) })
}

// Of returns the table for the language of a file.
func (t *Tables) Of(o *outline.Outline) *Table {
	family := family(o)
	g := t.groups[family]
	if g == nil {
		g = &Table{Top: map[string][]outline.Ref{}, Qualified: map[string][]outline.Ref{}, Owned: map[string][]outline.Ref{}, Namespaces: map[string]int{}, merges: &partsCache{}}
		t.groups[family] = g
	}
	return g
}

// family returns the family of the file's language, or the language itself.
func family(o *outline.Outline) string {
	return cmp.Or(o.Scope.Family, o.Language)
}
