package query

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// inheritance are the references that make a type one of another's kind.
var inheritance = kindsOf(projectbase.RefExtends, projectbase.RefImplements)

// wordExtension is the word of a namespace whose members belong to the type of
// its name.
const wordExtension = "extension"

// typeOf returns the type that a symbol is a member of, by what holds it or by
// its owner's name; false if there is none.
func (g *graph) typeOf(n node) (node, bool, error) {
	s := n.symbol()
	if c := s.Container; c != projectbase.NoSymbol {
		around := node{n.file, c}
		if around.symbol().Kind.IsType() {
			return around, true, nil
		}
		if around.symbol().Word == wordExtension {
			return g.typeNear(n.file, lastPart(around.symbol().Name))
		}
	}
	if s.Owner != "" {
		return g.typeNear(n.file, lastPart(s.Owner))
	}
	return node{}, false, nil
}

// typeNear returns the type of a name that a file means by it: one of its own,
// of its directory, or the only one of its language.
func (g *graph) typeNear(f *graphFile, name string) (node, bool, error) {
	for i := range f.symbols {
		if s := &f.symbols[i]; s.Name == name && s.Kind.IsType() {
			return node{f, int32(i)}, true, nil
		}
	}
	found, err := g.s.SymbolsNamed(name, false)
	if err != nil {
		return node{}, false, err
	}
	var near, far []node
	for _, x := range found {
		if !x.Kind.IsType() {
			continue
		}
		other, err := g.file(x.File)
		if err != nil {
			return node{}, false, err
		}
		switch {
		case other.file.Language != f.file.Language && !isC(other.file.Language):
		case other.file.Path.Dir() == f.file.Path.Dir():
			near = append(near, node{other, x.Ordinal})
		default:
			far = append(far, node{other, x.Ordinal})
		}
	}
	if len(near) == 0 && f.file.Language != "go" {
		near = far
	}
	if len(near) != 1 {
		return node{}, false, nil
	}
	return near[0], true, nil
}

// isC reports whether files of a language declare in headers what others define.
func isC(language string) bool { return language == "c" || language == "cpp" }

// members returns what a type holds, the members that lie outside of it too,
// by place.
func (g *graph) members(t node) ([]node, error) {
	if list, ok := g.held[t]; ok {
		return list, nil
	}
	list, err := g.findMembers(t)
	if err == nil {
		g.held[t] = slices.Clip(list)
		g.cost += 16 * len(list)
	}
	return list, err
}

func (g *graph) findMembers(t node) ([]node, error) {
	var list []node
	for i := range t.file.symbols {
		if t.file.symbols[i].Container == t.ordinal {
			list = append(list, node{t.file, int32(i)})
		}
	}
	files, err := g.beside(t.file)
	if err != nil {
		return nil, err
	}
	name := t.symbol().Name
	for _, f := range files {
		if f.file.Language != t.file.file.Language {
			continue
		}
		for i := range f.symbols {
			s := &f.symbols[i]
			extended := s.Container != projectbase.NoSymbol && f.symbols[s.Container].Word == wordExtension && lastPart(f.symbols[s.Container].Name) == name
			if extended || s.Owner != "" && lastPart(s.Owner) == name {
				list = append(list, node{f, int32(i)})
			}
		}
	}
	return list, nil
}

// withMembers returns an entity and, of types, what they hold.
func (g *graph) withMembers(e entity) (entity, error) {
	all := slices.Clip(e)
	for _, n := range e {
		if !n.symbol().Kind.IsType() {
			continue
		}
		list, err := g.members(n)
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

// relative is a type that inherits from another, or the reverse.
type relative struct {
	node
	link link
}

// bases returns the types that a type is based on, in the order of their places
// in its declaration.
func (g *graph) bases(t node) ([]relative, error) {
	f, err := g.linked(t.file.file.ID)
	if err != nil {
		return nil, err
	}
	var list []relative
	for i, o := range f.edges.List {
		if o == 0 || i >= len(f.refs) {
			continue
		}
		r, e := &f.refs[i], &f.edges.Outcomes[o-1]
		if !inheritance.has(r.Kind) || !useful(e.Tier) || len(e.Targets) == 0 {
			continue
		}
		if r.Symbol != t.ordinal && !f.extends(r.Symbol, t) {
			continue
		}
		to, err := g.node(e.Targets[0])
		if err != nil {
			return nil, err
		}
		list = append(list, relative{to, link{file: f, symbol: r.Symbol, kind: r.Kind, tier: e.Tier, line: r.Line, column: r.Column}})
	}
	return list, nil
}

// extends reports whether a symbol of the file is an extension of a type there.
func (f *graphFile) extends(symbol int32, t node) bool {
	if symbol == projectbase.NoSymbol {
		return false
	}
	s := &f.symbols[symbol]
	return s.Word == wordExtension && lastPart(s.Name) == t.symbol().Name
}

// derived returns the types that are based on a type, by place.
func (g *graph) derived(t node) ([]relative, error) {
	var list []relative
	err := g.users(entity{t}, inheritance, false, func(l link) error {
		if l.symbol == projectbase.NoSymbol {
			return nil
		}
		n := node{l.file, l.symbol}
		if n.symbol().Word == wordExtension {
			of, ok, err := g.typeNear(l.file, lastPart(n.symbol().Name))
			if err != nil || !ok {
				return err
			}
			n = of
		}
		if n != t && !slices.ContainsFunc(list, func(r relative) bool { return r.node == n }) {
			list = append(list, relative{n, l})
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
		if !slices.ContainsFunc(list, func(x relative) bool { return x.node == r.node }) {
			list = append(list, r)
		}
	}
	return list, nil
}

// maxInherited is how many types are followed from one, against a base that
// says that they never end.
const maxInherited = 10_000

// allBases returns what a type is based on, over any number of steps, the nearest
// first. A circle ends.
func (g *graph) allBases(t node) ([]relative, error) { return g.relatives(t, g.bases) }

// allDerived is the reverse of allBases.
func (g *graph) allDerived(t node) ([]relative, error) { return g.relatives(t, g.derived) }

func (g *graph) relatives(t node, next func(node) ([]relative, error)) ([]relative, error) {
	seen := map[node]bool{t: true}
	var all []relative
	for at := -1; at < len(all) && len(all) < maxInherited; at++ {
		from := t
		if at >= 0 {
			from = all[at].node
		}
		list, err := next(from)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if !seen[r.node] {
				seen[r.node] = true
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// inheritable reports whether a symbol can be overridden by one of its name.
func inheritable(s *projectbase.Symbol) bool {
	switch s.Kind {
	case projectbase.KindMethod, projectbase.KindFunction, projectbase.KindProperty, projectbase.KindOperator, projectbase.KindEvent:
		return !s.Flags.Has(projectbase.FlagStatic) && s.Access != "private"
	}
	return false
}

// overridden returns the members that those of an entity override or implement,
// in the types that theirs are based on.
func (g *graph) overridden(e entity) ([]node, error) {
	list, err := g.counterparts(e, g.allBases)
	if err != nil {
		return nil, err
	}
	for _, n := range e {
		if n.file.file.Language != "go" || n.symbol().Kind != projectbase.KindMethod {
			continue
		}
		if list, err = g.required(n, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// overriding calls take with each member that overrides or implements one of an
// entity.
func (g *graph) overriding(e entity, take func(link, node) error) error {
	list, err := g.counterparts(e, g.allDerived)
	if err != nil {
		return err
	}
	for _, n := range list {
		tier := projectbase.TierExact
		if n.file.file.Language == "go" {
			tier = projectbase.TierInferred
		}
		if err := take(link{file: n.file, symbol: n.ordinal, tier: tier, line: n.symbol().NameLine, how: "override"}, n); err != nil {
			return err
		}
	}
	return nil
}

// counterparts returns the members of an entity's names in the types that next
// gives for theirs.
func (g *graph) counterparts(e entity, next func(node) ([]relative, error)) ([]node, error) {
	var out []node
	types := map[node][]relative{}
	for _, n := range e {
		if !inheritable(n.symbol()) {
			continue
		}
		t, ok, err := g.typeOf(n)
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
			members, err := g.members(r.node)
			if err != nil {
				return nil, err
			}
			for _, m := range members {
				if m.symbol().Name == n.symbol().Name && inheritable(m.symbol()) && !slices.Contains(e, m) && !slices.Contains(out, m) {
					out = append(out, m)
				}
			}
		}
	}
	return out, nil
}

// beside returns the files of a file's directory, itself among them, by path.
func (g *graph) beside(f *graphFile) ([]*graphFile, error) {
	ids, err := g.directory(f.file.Path.Dir())
	if err != nil {
		return nil, err
	}
	list := make([]*graphFile, 0, len(ids))
	for _, id := range ids {
		other, err := g.file(id)
		if err != nil {
			return nil, err
		}
		list = append(list, other)
	}
	return list, nil
}

// directory returns the files that lie in a directory itself, by path.
func (g *graph) directory(dir projectbase.Path) ([]store.FileID, error) {
	if g.dirs == nil {
		files, err := g.s.Files()
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
