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

// group is the symbols that files of one family of languages may see. All lists
// are by place.
type Table struct {
	Top        map[string][]outline.Ref // by name: what lies in namespaces only, or in nothing
	Qualified  map[string][]outline.Ref // the same by the namespaces and the name
	Owned      map[string][]outline.Ref // by owner, a dot and name: members that lie outside of their type
	Namespaces map[string]int           // namespaces, and those around them, and how many declarations each has
	Globals    []*outline.Outline       // files with imports that hold in others; by path
	merges     *partsCache
}

// subtract counts one less of a name.
func subtract(counts map[string]int, name string) {
	if counts[name]--; counts[name] == 0 {
		delete(counts, name)
	}
}

// wide reports whether names are known beyond files and directories.
func wide(s *lang.Scope) bool {
	return s.Open || s.Unit == lang.UnitNamespace || s.Unit == lang.UnitProject
}

// givesNames reports whether the files of a language may have names from others
// without naming them.
func givesNames(s *lang.Scope) bool {
	return s.Imports == lang.ImportsLoads || s.Imports == lang.ImportsFiles || s.Imports == lang.ImportsModules
}

// eachGiven calls fn with the names that a file may have for others; where
// modules go by their paths, also with those.
func (t *Tables) eachGiven(o *outline.Outline, fn func(name string)) {
	scope := o.Scope
	if !givesNames(scope) {
		return
	}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if wide(scope) && s.Kind != projectbase.KindNamespace || s.HasTitle() {
			continue // the whole project has it, or nobody
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

// passable reports whether a file may have a name from others at all.
func (t *Tables) MayPassOn(o *outline.Outline, name string) bool {
	return t.given[name] > 0 || !givesNames(o.Scope)
}

// enter adds a symbol to a list, most often at its end.
func insert(m map[string][]outline.Ref, key string, r outline.Ref) {
	list := m[key]
	if n := len(list); n == 0 || outline.CompareRefs(list[n-1], r) < 0 {
		m[key] = append(list, r)
		return
	}
	at, _ := slices.BinarySearchFunc(list, r, outline.CompareRefs)
	m[key] = slices.Insert(list, at, r)
}

// drop takes a symbol from a list, in which one of another outline may have its
// place.
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

// eachEntry calls fn with each entry of the tables that a file has, and space
// with each namespace.
func (t *Tables) eachEntry(o *outline.Outline, fn func(m map[string][]outline.Ref, key string, r outline.Ref), space func(g *Table, name string)) {
	g, scope := t.Of(o), o.Scope
	wide := wide(scope)
	prefix := make([]string, len(o.Symbols)) // by ordinal: qualified name and a dot, of namespaces that are in nothing else
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
			prefix[i] = full + "." // the types in it may be declared in several places, too
		}
		if wide {
			fn(g.Top, s.Name, r)
		}
		if around != "" {
			fn(g.Qualified, full, r)
		}
	}
}

// tables are the symbol tables of a project. They are for one goroutine while
// files are added or removed, and may then be read by several.
type Tables struct {
	groups map[string]*Table // by family
	given  map[string]int    // how many files may pass a name on to others
}

func New() *Tables { return &Tables{groups: map[string]*Table{}, given: map[string]int{}} }

// put adds the symbols of a file.
func (t *Tables) Put(o *outline.Outline) {
	g := t.Of(o)
	g.merges = &partsCache{}
	if o.HasGlobals() {
		at, _ := slices.BinarySearchFunc(g.Globals, o.Path, func(f *outline.Outline, path projectbase.Path) int { return cmp.Compare(f.Path, path) })
		g.Globals = slices.Insert(g.Globals, at, o)
	}
	t.eachGiven(o, func(name string) { t.given[name]++ })
	t.eachEntry(o, insert, func(g *Table, name string) { g.Namespaces[name]++ })
}

// remove forgets the symbols of a file.
func (t *Tables) Remove(o *outline.Outline) {
	g := t.Of(o)
	g.merges = &partsCache{}
	if o.HasGlobals() {
		g.Globals = slices.DeleteFunc(g.Globals, func(f *outline.Outline) bool { return f == o })
	}
	t.eachGiven(o, func(name string) { subtract(t.given, name) })
	t.eachEntry(o, remove, func(g *Table, name string) { subtract(g.Namespaces, name) })
}

// of returns the group of a file's language.
func (t *Tables) Of(o *outline.Outline) *Table {
	family := family(o)
	g := t.groups[family]
	if g == nil {
		g = &Table{Top: map[string][]outline.Ref{}, Qualified: map[string][]outline.Ref{}, Owned: map[string][]outline.Ref{}, Namespaces: map[string]int{}, merges: &partsCache{}}
		t.groups[family] = g
	}
	return g
}

// family returns the languages that a file shares its symbols with.
func family(o *outline.Outline) string {
	return cmp.Or(o.Scope.Family, o.Language)
}
