package symbol

import (
	"slices"
	"strings"

	"codegraph/projectbase"
)

// In a language without an implements clause, a type implements an interface by
// having its methods. Methods are compared by name and by the numbers of
// parameters and results.

// fitting returns the types that have all methods of an interface, for
// languages without an implements clause.
func (g *Types) fitting(t Node) ([]Relative, error) {
	if !t.File.Language.Graph.Structural || t.Symbol().Kind != projectbase.KindInterface {
		return nil, nil
	}
	if list, ok := g.fitted[t]; ok {
		return list, nil
	}
	list, err := g.findFitting(t)
	if err == nil {
		g.fitted[t] = list
		g.reader.cost += 80 * len(list)
	}
	return list, err
}

func (g *Types) findFitting(t Node) ([]Relative, error) {
	wanted, err := g.methodSet(t)
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	found, err := g.reader.Snapshot.SymbolsNamed(wanted[0].Symbol().Name, false)
	if err != nil {
		return nil, err
	}
	var list []Relative
	for _, x := range found {
		if x.Owner == "" || x.Kind != projectbase.KindMethod {
			continue
		}
		f, err := g.reader.File(x.File)
		if err != nil {
			return nil, err
		}
		owner, ok, err := g.TypeOf(Node{f, x.Ordinal})
		if err != nil {
			return nil, err
		}
		if !ok || !f.Language.Graph.Structural || slices.ContainsFunc(list, func(r Relative) bool { return r.Node == owner }) {
			continue
		}
		if fits, err := g.hasAll(owner, wanted); err != nil {
			return nil, err
		} else if fits {
			list = append(list, Relative{owner, Link{File: f, Symbol: owner.Ordinal, Kind: projectbase.RefImplements, Tier: projectbase.TierInferred,
				Line: owner.Symbol().NameLine}})
		}
	}
	slices.SortFunc(list, func(a, b Relative) int { return CompareNodes(a.Node, b.Node) })
	return list, nil
}

// Fits returns the interfaces whose methods a type has, for languages without
// an implements clause.
func (g *Types) Fits(t Node) ([]Relative, error) {
	if !t.File.Language.Graph.Structural || t.Symbol().Kind == projectbase.KindInterface {
		return nil, nil
	}
	own, err := g.methodSet(t)
	if err != nil {
		return nil, err
	}
	var list []Relative
	tried := map[Node]bool{}
	for _, m := range own {
		found, err := g.interfacesWith(m.Symbol().Name)
		if err != nil {
			return nil, err
		}
		for _, i := range found {
			if tried[i] {
				continue
			}
			tried[i] = true
			wanted, err := g.methodSet(i)
			if err != nil {
				return nil, err
			}
			if hasAll(own, wanted) {
				list = append(list, Relative{i, Link{File: i.File, Symbol: t.Ordinal, Kind: projectbase.RefImplements, Tier: projectbase.TierInferred,
					Line: i.Symbol().NameLine}})
			}
		}
	}
	slices.SortFunc(list, func(a, b Relative) int { return CompareNodes(a.Node, b.Node) })
	return list, nil
}

// interfacesWith returns the interfaces that declare a method of a name.
func (g *Types) interfacesWith(name string) ([]Node, error) {
	if list, ok := g.interfaces[name]; ok {
		return list, nil
	}
	found, err := g.reader.Snapshot.SymbolsNamed(name, false)
	if err != nil {
		return nil, err
	}
	var list []Node
	for _, x := range found {
		if x.Container == projectbase.NoSymbol || x.Kind != projectbase.KindMethod {
			continue
		}
		f, err := g.reader.File(x.File)
		if err != nil {
			return nil, err
		}
		if i := (Node{f, x.Container}); f.Language.Graph.Structural && i.Symbol().Kind == projectbase.KindInterface {
			list = append(list, i)
		}
	}
	g.interfaces[name] = list
	g.reader.cost += 16*len(list) + 32
	return list, nil
}

// required appends to list the interface methods that a method implements.
func (g *Types) required(n Node, list []Node) ([]Node, error) {
	found, err := g.interfacesWith(n.Symbol().Name)
	if err != nil || len(found) == 0 {
		return list, err
	}
	t, ok, err := g.TypeOf(n)
	if err != nil || !ok || t.Symbol().Kind == projectbase.KindInterface {
		return list, err
	}
	own, err := g.methodSet(t)
	if err != nil {
		return nil, err
	}
	for _, i := range found {
		wanted, err := g.methodSet(i)
		if err != nil {
			return nil, err
		}
		if !hasAll(own, wanted) {
			continue
		}
		for _, m := range wanted {
			if m.Symbol().Name == n.Symbol().Name && !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list, nil
}

// methodSet returns the methods of a type, then those of the types that it
// embeds.
func (g *Types) methodSet(t Node) ([]Node, error) {
	if list, ok := g.methodSets[t]; ok {
		return list, nil
	}
	list, err := g.findMethodSet(t)
	if err == nil {
		g.methodSets[t] = list
		g.reader.cost += 16 * len(list)
	}
	return list, err
}

func (g *Types) findMethodSet(t Node) ([]Node, error) {
	types := []Relative{{Node: t}}
	embedded, err := g.allBases(t)
	if err != nil {
		return nil, err
	}
	var list []Node
	for _, r := range append(types, embedded...) {
		members, err := g.Members(r.Node)
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			if m.Symbol().Kind == projectbase.KindMethod && !slices.ContainsFunc(list, func(n Node) bool { return n.Symbol().Name == m.Symbol().Name }) {
				list = append(list, m)
			}
		}
	}
	return list, nil
}

func (g *Types) hasAll(t Node, wanted []Node) (bool, error) {
	own, err := g.methodSet(t)
	return err == nil && hasAll(own, wanted), err
}

func hasAll(own, wanted []Node) bool {
	for _, w := range wanted {
		if !slices.ContainsFunc(own, func(m Node) bool { return sameShape(m.Symbol(), w.Symbol()) }) {
			return false
		}
	}
	return len(wanted) > 0
}

// sameShape reports whether two methods have the same name and the same numbers
// of parameters and results.
func sameShape(a, b *projectbase.Symbol) bool {
	if a.Name != b.Name {
		return false
	}
	inA, outA := shape(a)
	inB, outB := shape(b)
	return inA == inB && outA == outB
}

// shape counts the parameters and results in a method's signature.
func shape(s *projectbase.Symbol) (in, out int) {
	_, rest, ok := strings.Cut(s.Signature, s.Name+"(")
	if !ok {
		return -1, -1
	}
	depth, commas, end, any := 1, 0, len(rest), false
	for i, c := range rest {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 1 {
				commas++
			}
		case ' ', '\t':
			continue
		}
		if depth == 0 {
			end = i
			break
		}
		any = true
	}
	if any {
		in = commas + 1
		if strings.HasSuffix(strings.TrimSpace(rest[:end]), ",") {
			in--
		}
	}
	result := strings.TrimSpace(s.Type)
	switch {
	case result == "":
	case strings.HasPrefix(result, "("):
		out = strings.Count(result, ",") + 1
	default:
		out = 1
	}
	return in, out
}
