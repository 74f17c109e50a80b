package symbol

import (
	"cmp"
	"maps"
	"slices"

	"codegraph/projectbase"
)

// Unbound counts references that were bound to no symbol: of an answer about what
// uses a symbol, those that have its name, so that they may mean it; of one about
// what it uses, those that it holds.
type Unbound struct {
	Name       string // that they have, of what uses a symbol
	References int
	Files      int            // that hold them
	More       bool           // not all files that have the name were looked at: there may be more
	Reached    int            // references that are known to use the symbol, in the first step
	Names      map[string]int // of what a symbol uses: how many have each name
}

// Notable reports whether they are many beside those that are bound.
func (u Unbound) Notable() bool { return u.References > 0 && u.References*fewUnbound >= u.Reached }

// Add joins the counts of another project.
func (u *Unbound) Add(v Unbound) {
	if u.Name == "" {
		u.Name = v.Name
	}
	u.References, u.Files, u.Reached, u.More = u.References+v.References, u.Files+v.Files, u.Reached+v.Reached, u.More || v.More
	for name, n := range v.Names {
		u.called(name, n)
	}
}

// Miss counts references of a name that nothing was found for.
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

// Frequent returns the names that most of the references have, six at most.
func (u Unbound) Frequent() []string {
	list := slices.SortedFunc(maps.Keys(u.Names), func(a, b string) int { return cmp.Or(cmp.Compare(u.Names[b], u.Names[a]), cmp.Compare(a, b)) })
	return list[:min(len(list), 6)]
}

const (
	// maxUnboundFiles is how many files are looked at for references that may mean a
	// symbol that nothing is known to use, and maxUnboundUsed the same where
	// something is.
	maxUnboundFiles = 600
	maxUnboundUsed  = 40

	// fewUnbound is the share of what is known to use a symbol, one in so many, below
	// which nothing is said of what may.
	fewUnbound = 5
)

// nameOfUse is the name by which a symbol is used: that of its type for a
// constructor.
func nameOfUse(n Node) string {
	if s := n.Symbol(); s.Kind == projectbase.KindConstructor && s.Container != projectbase.NoSymbol {
		return n.File.Symbols[s.Container].Name
	}
	return n.Symbol().Name
}

// nameable are the kinds of references that can mean a symbol of a kind, and use
// it: an import that is bound to nothing says little.
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

// unbound counts the references that have the name of an entity and are bound to
// nothing, in the files of languages that can refer to it. An ambiguous one that
// leads to it is counted where it is found; one of so many candidates that not all
// were kept counts here.
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

// content is what a symbol has of some kinds of references.
type content struct {
	of    projectbase.Target
	kinds KindSet
}

// called returns how many of the references by file that a node holds have each
// name. It remembers the counts by node and kinds.
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
