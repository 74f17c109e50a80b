package symbol

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/store"
)

// inheritance is the set of reference kinds that declare a base type.
var inheritance = KindsOf(projectbase.RefExtends, projectbase.RefImplements)

// wordExtension is the keyword of a namespace whose members belong to the type
// of the same name.
const wordExtension = "extension"

// Types answers questions about types: their members, bases and overridden
// members. It remembers the answers of a view.
type Types struct {
	reader     *Reader
	dirs       map[projectbase.Path][]store.FileID // nil until the first lookup
	held       map[Node][]Node
	methodSets map[Node][]Node
	fitted     map[Node][]Relative
	interfaces map[string][]Node
}

// TypeOf returns the type that declares a member: its container, or the type
// that the declaration names as its owner. The result is false for a symbol
// that is no member.
func (g *Types) TypeOf(n Node) (Node, bool, error) {
	s := n.Symbol()
	if c := s.Container; c != projectbase.NoSymbol {
		around := Node{n.File, c}
		if around.Symbol().Kind.IsType() {
			return around, true, nil
		}
		if around.Symbol().Word == wordExtension {
			return g.typeNear(n.File, LastPart(around.Symbol().Name))
		}
	}
	if s.Owner != "" {
		return g.typeNear(n.File, LastPart(s.Owner))
	}
	return Node{}, false, nil
}

// typeNear finds the type that a name means in a file: one in the file itself,
// one in the same directory, or the only one of the language.
func (g *Types) typeNear(f *File, name string) (Node, bool, error) {
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == name && s.Kind.IsType() {
			return Node{f, int32(i)}, true, nil
		}
	}
	found, err := g.reader.Snapshot.SymbolsNamed(name, false)
	if err != nil {
		return Node{}, false, err
	}
	var near, far []Node
	for _, x := range found {
		if !x.Kind.IsType() {
			continue
		}
		other, err := g.reader.File(x.File)
		if err != nil {
			return Node{}, false, err
		}
		switch {
		case other.Info.Language != f.Info.Language && !other.Language.Graph.Headers:
		case other.Info.Path.Dir() == f.Info.Path.Dir():
			near = append(near, Node{other, x.Ordinal})
		default:
			far = append(far, Node{other, x.Ordinal})
		}
	}
	if len(near) == 0 && f.Language.Graph.Declarations != lang.UnitDirectory {
		near = far
	}
	if len(near) != 1 {
		return Node{}, false, nil
	}
	return near[0], true, nil
}

// Members returns the members of a type, including those declared outside of
// its body, in source order.
func (g *Types) Members(t Node) ([]Node, error) {
	if list, ok := g.held[t]; ok {
		return list, nil
	}
	list, err := g.findMembers(t)
	if err == nil {
		g.held[t] = slices.Clip(list)
		g.reader.cost += 16 * len(list)
	}
	return list, err
}

func (g *Types) findMembers(t Node) ([]Node, error) {
	var list []Node
	for i := range t.File.Symbols {
		if t.File.Symbols[i].Container == t.Ordinal {
			list = append(list, Node{t.File, int32(i)})
		}
	}
	files, err := g.Beside(t.File)
	if err != nil {
		return nil, err
	}
	name := t.Symbol().Name
	for _, f := range files {
		if f.Info.Language != t.File.Info.Language {
			continue
		}
		for i := range f.Symbols {
			s := &f.Symbols[i]
			extended := s.Container != projectbase.NoSymbol && f.Symbols[s.Container].Word == wordExtension && LastPart(f.Symbols[s.Container].Name) == name
			if extended || s.Owner != "" && LastPart(s.Owner) == name {
				list = append(list, Node{f, int32(i)})
			}
		}
	}
	return list, nil
}

// WithMembers returns an entity, and the members of each type in it.
func (g *Types) WithMembers(e Entity) (Entity, error) {
	all := slices.Clip(e)
	for _, n := range e {
		if !n.Symbol().Kind.IsType() {
			continue
		}
		list, err := g.Members(n)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return all, nil
}

// Relative is a base type or a derived type, with the reference that declares
// the relation.
type Relative struct {
	Node
	Link Link
}

// Bases returns the direct base types of a type, in the order of its
// declaration.
func (g *Types) Bases(t Node) ([]Relative, error) {
	f, err := g.reader.Linked(t.File.Info.ID)
	if err != nil {
		return nil, err
	}
	var list []Relative
	for i, o := range f.Edges.List {
		if o == 0 || i >= len(f.Refs) {
			continue
		}
		r, e := &f.Refs[i], &f.Edges.Outcomes[o-1]
		if !inheritance.Has(r.Kind) || !Useful(e.Tier) || len(e.Targets) == 0 {
			continue
		}
		if r.Symbol != t.Ordinal && !f.extends(r.Symbol, t) {
			continue
		}
		to, err := g.reader.Node(e.Targets[0])
		if err != nil {
			return nil, err
		}
		list = append(list, Relative{to, Link{File: f, Symbol: r.Symbol, Kind: r.Kind, Tier: e.Tier, Line: r.Line, Column: r.Column}})
	}
	return list, nil
}

// extends reports whether a symbol of the file is an extension of a type.
func (f *File) extends(symbol int32, t Node) bool {
	if symbol == projectbase.NoSymbol {
		return false
	}
	s := &f.Symbols[symbol]
	return s.Word == wordExtension && LastPart(s.Name) == t.Symbol().Name
}

// Derived returns the direct subtypes of a type, in the order of their files.
func (g *Types) Derived(t Node) ([]Relative, error) {
	var list []Relative
	err := g.reader.Users(Entity{t}, inheritance, false, func(l Link) error {
		if l.Symbol == projectbase.NoSymbol {
			return nil
		}
		n := Node{l.File, l.Symbol}
		if n.Symbol().Word == wordExtension {
			of, ok, err := g.typeNear(l.File, LastPart(n.Symbol().Name))
			if err != nil || !ok {
				return err
			}
			n = of
		}
		if n != t && !slices.ContainsFunc(list, func(r Relative) bool { return r.Node == n }) {
			list = append(list, Relative{n, l})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	fit, err := g.fitting(t)
	if err != nil {
		return nil, err
	}
	for _, r := range fit {
		if !slices.ContainsFunc(list, func(x Relative) bool { return x.Node == r.Node }) {
			list = append(list, r)
		}
	}
	return list, nil
}

// MaxInherited bounds the number of types that one question follows. It
// protects against a corrupt index.
const MaxInherited = 10_000

// allBases returns all base types of a type, the nearest first. A cycle ends
// the search.
func (g *Types) allBases(t Node) ([]Relative, error) { return g.relatives(t, g.Bases) }

// allDerived returns all subtypes of a type, the nearest first.
func (g *Types) allDerived(t Node) ([]Relative, error) { return g.relatives(t, g.Derived) }

func (g *Types) relatives(t Node, next func(Node) ([]Relative, error)) ([]Relative, error) {
	seen := map[Node]bool{t: true}
	var all []Relative
	for at := -1; at < len(all) && len(all) < MaxInherited; at++ {
		from := t
		if at >= 0 {
			from = all[at].Node
		}
		list, err := next(from)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if !seen[r.Node] {
				seen[r.Node] = true
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// Inheritable reports whether another member of the same name can override a
// symbol.
func Inheritable(s *projectbase.Symbol) bool {
	switch s.Kind {
	case projectbase.KindMethod, projectbase.KindFunction, projectbase.KindProperty, projectbase.KindOperator, projectbase.KindEvent:
		return !s.Flags.Has(projectbase.FlagStatic) && s.Access != "private"
	}
	return false
}

// Overridden returns the members of base types that the members of an entity
// override or implement.
func (g *Types) Overridden(e Entity) ([]Node, error) {
	list, err := g.counterparts(e, g.allBases)
	if err != nil {
		return nil, err
	}
	for _, n := range e {
		if !n.File.Language.Graph.Structural || n.Symbol().Kind != projectbase.KindMethod {
			continue
		}
		if list, err = g.required(n, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Overriding calls take with each member that overrides or implements a member
// of an entity.
func (g *Types) Overriding(e Entity, take func(Link, Node) error) error {
	list, err := g.counterparts(e, g.allDerived)
	if err != nil {
		return err
	}
	for _, n := range list {
		tier := projectbase.TierExact
		if n.File.Language.Graph.Structural {
			tier = projectbase.TierInferred
		}
		if err := take(Link{File: n.File, Symbol: n.Ordinal, Tier: tier, Line: n.Symbol().NameLine, How: "override"}, n); err != nil {
			return err
		}
	}
	return nil
}

// counterparts returns the members of the same names in related types. The
// function next gives the related types of a type.
func (g *Types) counterparts(e Entity, next func(Node) ([]Relative, error)) ([]Node, error) {
	var out []Node
	types := map[Node][]Relative{}
	for _, n := range e {
		if !Inheritable(n.Symbol()) {
			continue
		}
		t, ok, err := g.TypeOf(n)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		list, ok := types[t]
		if !ok {
			if list, err = next(t); err != nil {
				return nil, err
			}
			types[t] = list
		}
		for _, r := range list {
			members, err := g.Members(r.Node)
			if err != nil {
				return nil, err
			}
			for _, m := range members {
				if m.Symbol().Name == n.Symbol().Name && Inheritable(m.Symbol()) && !slices.Contains(e, m) && !slices.Contains(out, m) {
					out = append(out, m)
				}
			}
		}
	}
	return out, nil
}

// Beside returns the files of a file's directory, the file included, in the
// order of their paths.
func (g *Types) Beside(f *File) ([]*File, error) {
	ids, err := g.directory(f.Info.Path.Dir())
	if err != nil {
		return nil, err
	}
	list := make([]*File, 0, len(ids))
	for _, id := range ids {
		other, err := g.reader.File(id)
		if err != nil {
			return nil, err
		}
		list = append(list, other)
	}
	return list, nil
}

// directory returns the files that lie directly in a directory, in the order of
// their paths.
func (g *Types) directory(dir projectbase.Path) ([]store.FileID, error) {
	if g.dirs == nil {
		files, err := g.reader.Snapshot.Files()
		if err != nil {
			return nil, err
		}
		g.dirs = map[projectbase.Path][]store.FileID{}
		for i := range files {
			d := files[i].Path.Dir()
			g.dirs[d] = append(g.dirs[d], files[i].ID)
		}
	}
	return g.dirs[dir], nil
}
