package query

import (
	"slices"
	"strings"

	"codegraph/projectbase"
)

// A type of Go has no word for the interfaces that it implements: it has their
// methods. What is compared here is names, numbers of parameters and results.

// fitting returns the types of a project that have all methods of an interface
// of Go, by place.
func (g *graph) fitting(t node) ([]relative, error) {
	if t.file.file.Language != "go" || t.symbol().Kind != projectbase.KindInterface {
		return nil, nil
	}
	if list, ok := g.fitted[t]; ok {
		return list, nil
	}
	list, err := g.findFitting(t)
	if err == nil {
		g.fitted[t] = list
		g.cost += 80 * len(list)
	}
	return list, err
}

func (g *graph) findFitting(t node) ([]relative, error) {
	wanted, err := g.methodSet(t)
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	found, err := g.s.SymbolsNamed(wanted[0].symbol().Name, false)
	if err != nil {
		return nil, err
	}
	var list []relative
	for _, x := range found {
		if x.Owner == "" || x.Kind != projectbase.KindMethod {
			continue
		}
		f, err := g.file(x.File)
		if err != nil {
			return nil, err
		}
		owner, ok, err := g.typeOf(node{f, x.Ordinal})
		if err != nil {
			return nil, err
		}
		if !ok || f.file.Language != "go" || slices.ContainsFunc(list, func(r relative) bool { return r.node == owner }) {
			continue
		}
		if fits, err := g.hasAll(owner, wanted); err != nil {
			return nil, err
		} else if fits {
			list = append(list, relative{owner, link{file: f, symbol: owner.ordinal, kind: projectbase.RefImplements, tier: projectbase.TierInferred,
				line: owner.symbol().NameLine}})
		}
	}
	slices.SortFunc(list, func(a, b relative) int { return byNode(a.node, b.node) })
	return list, nil
}

// fits returns the interfaces of Go that a type there has all methods of, by
// place.
func (g *graph) fits(t node) ([]relative, error) {
	if t.file.file.Language != "go" || t.symbol().Kind == projectbase.KindInterface {
		return nil, nil
	}
	own, err := g.methodSet(t)
	if err != nil {
		return nil, err
	}
	var list []relative
	tried := map[node]bool{}
	for _, m := range own {
		found, err := g.interfacesWith(m.symbol().Name)
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
				list = append(list, relative{i, link{file: i.file, symbol: t.ordinal, kind: projectbase.RefImplements, tier: projectbase.TierInferred,
					line: i.symbol().NameLine}})
			}
		}
	}
	slices.SortFunc(list, func(a, b relative) int { return byNode(a.node, b.node) })
	return list, nil
}

// interfacesWith returns the interfaces of Go that declare a method of a name.
func (g *graph) interfacesWith(name string) ([]node, error) {
	if list, ok := g.interfaces[name]; ok {
		return list, nil
	}
	found, err := g.s.SymbolsNamed(name, false)
	if err != nil {
		return nil, err
	}
	var list []node
	for _, x := range found {
		if x.Container == projectbase.NoSymbol || x.Kind != projectbase.KindMethod {
			continue
		}
		f, err := g.file(x.File)
		if err != nil {
			return nil, err
		}
		if i := (node{f, x.Container}); f.file.Language == "go" && i.symbol().Kind == projectbase.KindInterface {
			list = append(list, i)
		}
	}
	g.interfaces[name] = list
	g.cost += 16*len(list) + 32
	return list, nil
}

// required adds to list the methods of interfaces that one of a type of Go
// implements there.
func (g *graph) required(n node, list []node) ([]node, error) {
	found, err := g.interfacesWith(n.symbol().Name)
	if err != nil || len(found) == 0 {
		return list, err
	}
	t, ok, err := g.typeOf(n)
	if err != nil || !ok || t.symbol().Kind == projectbase.KindInterface {
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
			if m.symbol().Name == n.symbol().Name && !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list, nil
}

// methodSet returns the methods of a type of Go with those that it embeds, its
// own first.
func (g *graph) methodSet(t node) ([]node, error) {
	if list, ok := g.methodSets[t]; ok {
		return list, nil
	}
	list, err := g.findMethodSet(t)
	if err == nil {
		g.methodSets[t] = list
		g.cost += 16 * len(list)
	}
	return list, err
}

func (g *graph) findMethodSet(t node) ([]node, error) {
	types := []relative{{node: t}}
	embedded, err := g.allBases(t)
	if err != nil {
		return nil, err
	}
	var list []node
	for _, r := range append(types, embedded...) {
		members, err := g.members(r.node)
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			if m.symbol().Kind == projectbase.KindMethod && !slices.ContainsFunc(list, func(n node) bool { return n.symbol().Name == m.symbol().Name }) {
				list = append(list, m)
			}
		}
	}
	return list, nil
}

func (g *graph) hasAll(t node, wanted []node) (bool, error) {
	own, err := g.methodSet(t)
	return err == nil && hasAll(own, wanted), err
}

func hasAll(own, wanted []node) bool {
	for _, w := range wanted {
		if !slices.ContainsFunc(own, func(m node) bool { return sameShape(m.symbol(), w.symbol()) }) {
			return false
		}
	}
	return len(wanted) > 0
}

// sameShape reports whether two methods of Go have one name and as many
// parameters and results.
func sameShape(a, b *projectbase.Symbol) bool {
	if a.Name != b.Name {
		return false
	}
	inA, outA := shape(a)
	inB, outB := shape(b)
	return inA == inB && outA == outB
}

// shape counts the parameters and results of a method's signature.
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
