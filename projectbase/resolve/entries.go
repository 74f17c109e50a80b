package resolve

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

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
func (p *Project) eachGiven(o *Outline, fn func(name string)) {
	scope := o.scope
	if !givesNames(scope) {
		return
	}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if wide(scope) && s.Kind != projectbase.KindNamespace || s.titled() {
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
	for _, name := range fileKeys(o.Path) {
		fn(name)
	}
}

// passable reports whether a file may have a name from others at all.
func (p *Project) passable(o *Outline, name string) bool {
	return p.given[name] > 0 || !givesNames(o.scope)
}

// enter adds a symbol to a list, most often at its end.
func enter(m map[string][]Ref, key string, r Ref) {
	list := m[key]
	if n := len(list); n == 0 || byPlace(list[n-1], r) < 0 {
		m[key] = append(list, r)
		return
	}
	at, _ := slices.BinarySearchFunc(list, r, byPlace)
	m[key] = slices.Insert(list, at, r)
}

// drop takes a symbol from a list, in which one of another outline may have its
// place.
func drop(m map[string][]Ref, key string, r Ref) {
	list := m[key]
	at, _ := slices.BinarySearchFunc(list, r, byPlace)
	for at < len(list) && list[at] != r && byPlace(list[at], r) == 0 {
		at++
	}
	if at == len(list) || list[at] != r {
		return
	}
	if m[key] = slices.Delete(list, at, at+1); len(m[key]) == 0 {
		delete(m, key)
	}
}

// sharedNames returns what the files of a directory share. It may be called at
// once from several goroutines.
func (d *directory) sharedNames() map[string][]Ref {
	l := d.shared
	l.once.Do(func() {
		l.names = map[string][]Ref{}
		for _, o := range d.files {
			for i := range o.Symbols {
				if s := &o.Symbols[i]; s.Container == projectbase.NoSymbol && s.Owner == "" {
					l.names[s.Name] = append(l.names[s.Name], Ref{o, int32(i)})
				}
			}
		}
	})
	return l.names
}

// holder returns the symbol that a symbol is known in by its name alone, NoSymbol
// for the file: in C the names of an enum are known around it, and macros
// everywhere.
func (o *Outline) holder(i int32) int32 {
	s := &o.Symbols[i]
	if s.Container == projectbase.NoSymbol || s.Kind != projectbase.KindMacro && s.Kind != projectbase.KindEnumMember || o.scope.Imports != lang.ImportsIncludes {
		return s.Container
	}
	if s.Kind == projectbase.KindMacro {
		return projectbase.NoSymbol
	}
	if c := &o.Symbols[s.Container]; c.Kind == projectbase.KindEnum {
		return c.Container
	}
	return s.Container
}

// eachEntry calls fn with each entry of the tables that a file has, and space
// with each namespace.
func (p *Project) eachEntry(o *Outline, fn func(m map[string][]Ref, key string, r Ref), space func(g *group, name string)) {
	g, scope := p.group(o), o.scope
	wide := wide(scope)
	prefix := make([]string, len(o.Symbols)) // by ordinal: qualified name and a dot, of namespaces that are in nothing else
	for i := range o.Symbols {
		s := &o.Symbols[i]
		r := Ref{o, int32(i)}
		if s.Owner != "" {
			fn(g.owned, lastName(s.Owner)+"."+s.Name, r)
			if !s.Kind.IsType() {
				continue
			}
		}
		around := ""
		if holder := o.holder(int32(i)); holder != projectbase.NoSymbol {
			c := &o.Symbols[holder]
			if c.Word == wordExtension {
				fn(g.owned, lastName(c.Name)+"."+s.Name, r)
			}
			if around = prefix[holder]; around == "" {
				continue
			}
			if c.Kind.IsType() {
				if s.Kind.IsType() {
					prefix[i] = around + s.Name + "."
					fn(g.qualified, around+s.Name, r)
				}
				continue
			}
		}
		full := around + dotted(s.Name)
		if s.Kind == projectbase.KindNamespace && s.Word != wordExtension {
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
			fn(g.top, s.Name, r)
		}
		if around != "" {
			fn(g.qualified, full, r)
		}
	}
}

// wordExtension is the word of a namespace whose members belong to the type of
// its name.
const wordExtension = "extension"
