package symbol

import (
	"cmp"
	"maps"
	"slices"

	"codegraph/projectbase"
)

// Unbound counts unresolved references. Beside the users of a symbol, it counts
// those that share its name and may refer to it. Beside the symbols that a
// symbol uses, it counts those inside it.
type Unbound struct {
	Name       string // of the references beside users
	References int
	Files      int            // with such references
	More       bool           // some files with the name were not searched
	Reached    int            // resolved references of the first step
	Names      map[string]int // counts by name, inside a symbol
}

// Notable reports whether unresolved references are many compared with the
// resolved ones.
func (u Unbound) Notable() bool { return u.References > 0 && u.References*fewUnbound >= u.Reached }

// Add adds the counts of another project.
func (u *Unbound) Add(v Unbound) {
	if u.Name == "" {
		u.Name = v.Name
	}
	u.References, u.Files, u.Reached, u.More = u.References+v.References, u.Files+v.Files, u.Reached+v.Reached, u.More || v.More
	for name, n := range v.Names {
		u.called(name, n)
	}
}

// Miss counts unresolved references of a name.
func (u *Unbound) Miss(name string, times int) {
	u.References += times
	u.called(name, times)
}

func (u *Unbound) called(name string, times int) {
	if times == 0 {
		return
	}
	if u.Names == nil {
		u.Names = map[string]int{}
	}
	u.Names[name] += times
}

// Frequent returns the most frequent names, six at most.
func (u Unbound) Frequent() []string {
	list := slices.SortedFunc(maps.Keys(u.Names), func(a, b string) int { return cmp.Or(cmp.Compare(u.Names[b], u.Names[a]), cmp.Compare(a, b)) })
	return list[:min(len(list), 6)]
}

const (
	// maxUnboundFiles bounds the files that are searched for unresolved references
	// if no resolved reference is known. maxUnboundUsed is the bound if there are
	// some.
	maxUnboundFiles = 600
	maxUnboundUsed  = 40

	// fewUnbound is the number of resolved references for which one unresolved
	// reference is shown.
	fewUnbound = 5
)

// nameOfUse returns the name that code writes to use a symbol: for a
// constructor, the name of its type.
func nameOfUse(n Node) string {
	if s := n.Symbol(); s.Kind == projectbase.KindConstructor && s.Container != projectbase.NoSymbol {
		return n.File.Symbols[s.Container].Name
	}
	return n.Symbol().Name
}

// nameable returns the kinds of references that can refer to a symbol of a
// kind. Unresolved imports do not count.
func nameable(kind projectbase.Kind) KindSet {
	uses := AnyKind &^ KindsOf(projectbase.RefImport)
	types := KindsOf(projectbase.RefType, projectbase.RefExtends, projectbase.RefImplements)
	switch {
	case kind == projectbase.KindConstructor:
		return KindsOf(projectbase.RefCall, projectbase.RefInstantiate)
	case kind.IsCallable():
		return uses &^ types
	case kind.IsType(), kind == projectbase.KindNamespace:
		return uses
	}
	return uses &^ (types | KindsOf(projectbase.RefInstantiate))
}

// Unbound counts the unresolved references that share the name of an entity, in
// languages that can refer to it. An ambiguous reference counts only if the
// index dropped some of its candidates.
func (g *Unresolved) Unbound(out *Unbound, of Entity, kinds KindSet) error {
	if kinds &= nameable(of[0].Symbol().Kind); kinds == 0 {
		return nil
	}
	out.Name = nameOfUse(of[0])
	w, err := g.written(out.Name, of[0].File.Language.Family())
	if err != nil || (w.lines-out.Reached)*fewUnbound < out.Reached {
		return err
	}
	most := maxUnboundFiles
	if out.Reached > 0 {
		most = maxUnboundUsed
	}
	out.More = len(w.files) > most
	for _, id := range w.files[:min(len(w.files), most)] {
		n, err := g.openNamed(id, w.item, of, kinds)
		if err != nil {
			return err
		}
		if n > 0 {
			out.References += n
			out.Files++
		}
	}
	return nil
}

// content is a symbol with a choice of its references.
type content struct {
	of    projectbase.Target
	kinds KindSet
}

// Called counts the references in byFile by their names. It remembers the
// counts by node and kinds.
func (g *Unresolved) Called(of Node, kinds KindSet, byFile map[*File]map[int]bool) (map[string]int, error) {
	key := content{of.Target(), kinds}
	if total := g.unknown[key]; total != nil {
		return total, nil
	}
	total := map[string]int{}
	for f, at := range byFile {
		times := map[projectbase.TermID]int{}
		for i := range at {
			times[f.Refs[i].Name]++
		}
		places := slices.Sorted(maps.Keys(times))
		names, err := g.reader.Snapshot.TermsAt(f.Info.ID, places)
		if err != nil {
			return nil, err
		}
		for i, name := range names {
			if name != "" {
				total[name] += times[places[i]]
			}
		}
	}
	g.reader.cost += 60*len(total) + 100
	g.unknown[key] = total
	return total, nil
}
