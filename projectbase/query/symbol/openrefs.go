package symbol

import (
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Unresolved finds the references that resolve to no symbol, by their names. It
// remembers the answers of a view.
type Unresolved struct {
	reader  *Reader
	names   map[string]*written              // uses of a name, by family of languages and name
	open    map[store.FileID][]openReference // of files, by name
	unknown map[content]map[string]int       // references of a symbol that do not resolve, by name
}

// written lists the code that contains a name outside of declarations.
type written struct {
	item  store.ItemID
	files []store.FileID
	lines int
}

// written finds a name in the code of a family of languages. Declarations,
// comments and strings do not count.
func (g *Unresolved) written(name, spoken string) (*written, error) {
	key := spoken + "\x00" + name
	if w := g.names[key]; w != nil {
		return w, nil
	}
	items, err := g.reader.Snapshot.Uncounted().ItemsExact(name, true)
	if err != nil {
		return nil, err
	}
	w := &written{}
	for _, it := range items {
		w.item = it.ID
	}
	err = g.reader.Snapshot.Postings(items, func(_ int, id store.FileID, keys projectbase.LineKeys) error {
		n := 0
		for k, rest, ok := keys.Next(0); ok; k, rest, ok = rest.Next(k) {
			if t := k.Type(); t != projectbase.LineComment && t != projectbase.LineString && !k.Definition() {
				n++
			}
		}
		if n == 0 {
			return nil
		}
		f, err := g.reader.Snapshot.FileByID(id)
		if err == nil && g.reader.Index.Language(f.Language).Family() == spoken {
			w.files = append(w.files, id)
			w.lines += n
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	g.names[key] = w
	g.reader.cost += 4*len(w.files) + len(key) + 100
	return w, nil
}

// openReference is an unresolved reference, or an ambiguous one with more
// candidates than the index keeps.
type openReference struct {
	name       store.ItemID
	kind       projectbase.ReferenceKind
	bare       bool // the name has no qualifier
	candidates []projectbase.Target
}

// mayMean reports whether the reference may refer to an entity. It returns
// false if the entity is among the candidates, because such references count as
// ambiguous.
func (r *openReference) mayMean(of Entity) bool {
	if r.bare && of[0].isMember() && of[0].File.Language.Graph.Qualified {
		return false
	}
	return !slices.ContainsFunc(of, func(n Node) bool { return slices.Contains(r.candidates, n.Target()) })
}

// isMember reports whether a type declares the symbol.
func (n Node) isMember() bool {
	s := n.Symbol()
	return s.Owner != "" || s.Container != projectbase.NoSymbol && n.File.Symbols[s.Container].Kind.IsType()
}

// openIn returns the open references of a file, sorted by name.
func (g *Unresolved) openIn(id store.FileID) ([]openReference, error) {
	if list, ok := g.open[id]; ok {
		return list, nil
	}
	refs, items, err := g.reader.Snapshot.NamedReferences(id)
	if err != nil {
		return nil, err
	}
	edges, err := g.reader.Snapshot.Edges(id)
	if err != nil {
		return nil, err
	}
	list := []openReference{}
	for i := range refs {
		e := edges.At(i)
		if int(refs[i].Name) < len(items) && (e.Tier == projectbase.TierNone || e.Tier == projectbase.TierAmbiguous && len(e.Targets) >= projectbase.MaxCandidates) {
			list = append(list, openReference{items[refs[i].Name], refs[i].Kind, refs[i].Qualifier == projectbase.NoTerm, e.Targets})
		}
	}
	slices.SortFunc(list, func(a, b openReference) int { return cmp.Compare(a.name, b.name) })
	g.open[id] = slices.Clip(list)
	g.reader.cost += 32*len(list) + 100
	return list, nil
}

// openNamed counts the open references of a file that may refer to an entity.
func (g *Unresolved) openNamed(id store.FileID, name store.ItemID, of Entity, kinds KindSet) (int, error) {
	list, err := g.openIn(id)
	if err != nil {
		return 0, err
	}
	n := 0
	at, _ := slices.BinarySearchFunc(list, name, func(r openReference, name store.ItemID) int { return cmp.Compare(r.name, name) })
	for ; at < len(list) && list[at].name == name; at++ {
		if kinds.Has(list[at].kind) && list[at].mayMean(of) {
			n++
		}
	}
	return n, nil
}
