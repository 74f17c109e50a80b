package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// Outline is what other files can see of a file, and what its own references
// need of its declarations. It must not be changed once a Project has it.
type Outline struct {
	ID       uint32 // of the file in its base
	Path     projectbase.Path
	Language string
	Symbols  []Symbol // by ordinal
	Bases    []Base
	Imports  []projectbase.Import
	Values   []Binding // of symbols whose type is not declared, and of what callables return

	scope *lang.Scope // of its language; set when a Project takes the outline
	lazy  *orders
}

// orders are what lookups in an outline need. They are made when the first one
// comes: few of a project's files are looked into after a change.
type orders struct {
	once  sync.Once
	names []int32 // ordinals, sorted by name
	inner []int32 // ordinals, sorted by container

	importing sync.Once
	imports   string
}

// Symbol is what resolution needs of a projectbase.Symbol.
type Symbol struct {
	Kind       projectbase.Kind
	Flags      projectbase.SymbolFlags
	Visibility projectbase.Visibility
	Word       string
	Name       string
	Owner      string
	Type       string
	Params     string // what a callable takes, as written between its brackets, where that tells overloads apart; else ""
	Container  int32
	Slot       uint32 // stays the same while the file changes around the symbol
	Line       uint32
}

// Base is a type that a symbol extends, implements or mixes in.
type Base struct {
	Symbol int32
	Chain  string // as written, with its qualifier
}

// Binding is a projectbase.Binding with its texts.
type Binding struct {
	Kind   projectbase.BindingKind
	Name   string
	Source string
	Index  uint32
	Line   uint32
	Column uint32
	Symbol int32

	EndLine, EndColumn uint32
}

// startsBy reports whether the name is bound at a place.
func (b *Binding) startsBy(at site) bool {
	return b.Line < at.line || b.Line == at.line && (at.column == 0 || b.Column <= at.column)
}

// beside reports whether two bindings are of one name in one place.
func (b *Binding) beside(o *Binding) bool { return b.Line == o.Line && b.Column == o.Column }

// over reports whether the block that the name is known in has ended at a place.
func (b *Binding) over(at site) bool {
	return b.EndLine > 0 && (b.EndLine < at.line || b.EndLine == at.line && at.column > 0 && b.EndColumn <= at.column)
}

// meets reports whether two bindings of one name may hold at one place.
func (b *Binding) meets(o *Binding) bool {
	return !b.over(site{line: o.Line, column: o.Column}) && !o.over(site{line: b.Line, column: b.Column})
}

func newBinding(b *projectbase.Binding, name, source string) Binding {
	return Binding{b.Kind, name, source, b.Index, b.Line, b.Column, b.Symbol, b.EndLine, b.EndColumn}
}

// Texts keeps each text once, in memory of its own: what facts hold may be parts
// of something much larger.
type Texts map[string]string

func (t Texts) keep(s string) string {
	if s == "" {
		return ""
	}
	k, ok := t[s]
	if !ok {
		k = strings.Clone(s)
		t[k] = k
	}
	return k
}

// NewOutline returns the outline of a file. slots are those of its symbols by
// ordinal; nil if each is the ordinal. texts is shared by the outlines of a
// project.
func NewOutline(id uint32, path projectbase.Path, f *projectbase.Facts, slots []uint32, scope *lang.Scope, texts Texts) *Outline {
	o := &Outline{ID: id, Path: path, Language: texts.keep(f.Language), Symbols: make([]Symbol, len(f.Symbols)), lazy: &orders{}}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		o.Symbols[i] = Symbol{Kind: s.Kind, Flags: s.Flags, Visibility: s.Visibility, Word: texts.keep(s.Word), Name: texts.keep(s.Name),
			Owner: texts.keep(ownerName(s)), Type: texts.keep(s.Type), Container: s.Container, Slot: uint32(i), Line: s.NameLine}
		if slots != nil {
			o.Symbols[i].Slot = slots[i]
		}
		if scope != nil && scope.Overloads && s.Kind.IsCallable() {
			o.Symbols[i].Params = texts.keep(paramsIn(s))
		}
	}
	for _, m := range f.Imports {
		m.Module, m.Name, m.Alias = texts.keep(m.Module), texts.keep(m.Name), texts.keep(m.Alias)
		o.Imports = append(o.Imports, m)
	}
	text := func(t projectbase.TermID) string {
		if t == projectbase.NoTerm {
			return ""
		}
		return f.Terms.Text(t)
	}
	for i := range f.References {
		r := &f.References[i]
		if r.Symbol >= 0 && (r.Kind == projectbase.RefExtends || r.Kind == projectbase.RefImplements) {
			o.Bases = append(o.Bases, Base{r.Symbol, texts.keep(join(text(r.Qualifier), text(r.Name)))})
		}
	}
	o.addValues(f.Bindings, text, texts)
	return o
}

// addValues keeps of a file's bindings those that tell of its symbols, and those
// of the local names that they begin with.
func (o *Outline) addValues(list []projectbase.Binding, text func(projectbase.TermID) string, texts Texts) {
	needed := map[localName]bool{}
	own := func(b *projectbase.Binding) bool {
		return b.Name == projectbase.NoTerm || o.visible(b.Symbol, b.Line, text(b.Name))
	}
	for i := range list {
		if b := &list[i]; own(b) && b.Symbol != projectbase.NoSymbol {
			if parts, ok := chain(text(b.Source)); ok {
				needed[localName{b.Symbol, parts[0].name}] = true
			}
		}
	}
	for i := range list {
		b := &list[i]
		name := text(b.Name)
		if own(b) || needed[localName{b.Symbol, name}] {
			o.Values = append(o.Values, newBinding(b, texts.keep(name), texts.keep(text(b.Source))))
		}
	}
}

// join puts a qualifier before a name as a chain.
func join(qualifier, name string) string {
	if qualifier == "" {
		return name
	}
	return qualifier + "." + name
}

// visible reports whether a binding tells of a symbol of the file.
func (o *Outline) visible(holder int32, line uint32, name string) bool {
	if holder == projectbase.NoSymbol || !o.Symbols[holder].Kind.IsCallable() {
		return true
	}
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Line == line && s.Name == name {
			return true
		}
	}
	return false
}

// orders returns the orders of the symbols. It may be called at once from several
// goroutines.
func (o *Outline) orders() *orders {
	l := o.lazy
	l.once.Do(func() {
		l.names = make([]int32, len(o.Symbols))
		for i := range l.names {
			l.names[i] = int32(i)
		}
		l.inner = slices.Clone(l.names)
		slices.SortFunc(l.names, func(a, b int32) int {
			return cmp.Or(cmp.Compare(o.Symbols[a].Name, o.Symbols[b].Name), cmp.Compare(a, b))
		})
		slices.SortFunc(l.inner, func(a, b int32) int {
			return cmp.Or(cmp.Compare(o.Symbols[a].Container, o.Symbols[b].Container), cmp.Compare(a, b))
		})
	})
	return l
}

// importsText returns all that the imports of a file say, to compare files by. It
// may be called at once from several goroutines.
func (o *Outline) importsText() string {
	o.lazy.importing.Do(func() {
		var b strings.Builder
		for _, m := range o.Imports {
			fmt.Fprintf(&b, "%d\x00%s\x00%s\x00%s\n", m.Kind, m.Module, m.Name, m.Alias)
		}
		o.lazy.imports = b.String()
	})
	return o.lazy.imports
}

// named returns the ordinals of the symbols of a name.
func (o *Outline) named(name string) []int32 {
	names := o.orders().names
	from, _ := slices.BinarySearchFunc(names, name, func(i int32, n string) int { return cmp.Compare(o.Symbols[i].Name, n) })
	to := from
	for to < len(names) && o.Symbols[names[to]].Name == name {
		to++
	}
	return names[from:to]
}

// members returns the ordinals of the symbols that a container holds directly.
func (o *Outline) members(container int32) []int32 {
	inner := o.orders().inner
	from, _ := slices.BinarySearchFunc(inner, container, func(i, c int32) int { return cmp.Compare(o.Symbols[i].Container, c) })
	to := from
	for to < len(inner) && o.Symbols[inner[to]].Container == container {
		to++
	}
	return inner[from:to]
}

// memberNamed returns the ordinals of the symbols of a name that container holds.
func (o *Outline) memberNamed(container int32, name string) []int32 {
	all := o.named(name)
	n := 0
	for _, i := range all {
		if o.Symbols[i].Container == container {
			n++
		}
	}
	if n == len(all) {
		return all
	}
	list := make([]int32, 0, n)
	for _, i := range all {
		if o.Symbols[i].Container == container {
			list = append(list, i)
		}
	}
	return list
}
