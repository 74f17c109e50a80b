package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// visibility decides which declarations of other files a file can see.
type visibility struct {
	*task
	reached map[*outline.Outline]map[*outline.Outline]bool // files that a file includes, directly or not
	global  map[*outline.Outline][]*outline.Outline        // files whose imports hold in a file, too
}

// loads returns what the imports of a file name, and notes that it was consulted.
func (vis *visibility) loads(o *outline.Outline) *layout.Includes {
	of := vis.p.layout.IncludesOf(o)
	for _, k := range of.Keys {
		vis.consulted[k/64] |= 1 << (k % 64)
	}
	return of
}

// reach returns the files whose text a file has by including them, over any
// number of steps, itself among them.
func (vis *visibility) reach(o *outline.Outline) map[*outline.Outline]bool {
	if set, ok := vis.reached[o]; ok {
		return set
	}
	set := map[*outline.Outline]bool{o: true}
	for queue := []*outline.Outline{o}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		if from != vis.file {
			vis.consult("*" + string(from.Path))
		}
		for _, mod := range vis.loads(from).Modules {
			if mod == nil {
				continue
			}
			for _, f := range mod.Files {
				if !set[f] {
					set[f] = true
					queue = append(queue, f)
				}
			}
		}
	}
	if vis.reached == nil {
		vis.reached = map[*outline.Outline]map[*outline.Outline]bool{}
	}
	vis.reached[o] = set
	return set
}

// included leaves of symbols of one name those that a file can see by what it
// includes, and where such a one is declared only, those that it is the
// declaration of. Of what no included file has, functions and variables may
// still be meant: the header may be one that the project does not hold.
func (vis *visibility) included(refs []outline.Ref, o *outline.Outline) []outline.Ref {
	if len(refs) == 0 || o.Scope.Imports != lang.ImportsIncludes {
		return refs
	}
	set := vis.reach(o)
	if o != vis.file && vis.reach(vis.file)[o] && !slices.ContainsFunc(refs, func(x outline.Ref) bool { return set[x.File] && outline.IsDefinition(x) }) {
		set = vis.reach(vis.file) // a header is read among what the file at hand includes besides
	}
	seen := outline.Filter(refs, func(x outline.Ref) bool { return set[x.File] })
	if len(seen) == 0 {
		return outline.Filter(refs, func(x outline.Ref) bool {
			k := x.Symbol().Kind
			return k.IsCallable() && k != projectbase.KindMacro || k == projectbase.KindVariable
		})
	}
	if !slices.ContainsFunc(seen, outline.IsPrototype) {
		return seen
	}
	return outline.Filter(refs, func(x outline.Ref) bool {
		return set[x.File] || !outline.IsPrototype(x) && !vis.hidden(x, o) && slices.ContainsFunc(seen, func(y outline.Ref) bool { return outline.IsPrototype(y) && declares(y, x) })
	})
}

// declares reports whether a prototype can be that of a symbol.
func declares(prototype, x outline.Ref) bool {
	return prototype.Symbol().Kind.IsType() == x.Symbol().Kind.IsType() && outline.QualifiedName(prototype) == outline.QualifiedName(x)
}

// hidden reports whether a symbol cannot be seen in another file: what is for
// its own file only is for those, too, that have its text by including it.
func (vis *visibility) hidden(x outline.Ref, from *outline.Outline) bool {
	s := x.Symbol()
	if x.File == from || s.Visibility != projectbase.VisibilityPrivate && !(s.Flags.Has(projectbase.FlagStatic) && s.Container == projectbase.NoSymbol) {
		return false
	}
	return from.Scope.Imports != lang.ImportsIncludes || !vis.reach(from)[x.File]
}

// withoutStandIns leaves out macros that stand for functions of the language's
// library: they are defined for systems and builds that lack the function, and
// that this is one of them is not known.
func withoutStandIns(refs []outline.Ref, scope *lang.Scope) []outline.Ref {
	if len(scope.Predeclared) == 0 || scope.Imports != lang.ImportsIncludes {
		return refs
	}
	return outline.Filter(refs, func(x outline.Ref) bool {
		return x.Symbol().Kind != projectbase.KindMacro || !slices.Contains(scope.Predeclared, x.Symbol().Name)
	})
}

// globals returns the outlines whose imports hold in a file because they are
// for the whole project: those of its directory and of the ones above, by path.
func (vis *visibility) globals(o *outline.Outline) []*outline.Outline {
	if !o.Scope.Globals {
		return nil
	}
	vis.consult(outline.GlobalImports)
	if list, ok := vis.global[o]; ok {
		return list
	}
	var list []*outline.Outline
	seen := map[string]bool{}
	for _, g := range vis.group.Globals {
		if g == o || !layout.Below(o.Path, globalDir(g)) {
			continue
		}
		// A tree may hold as many copies of a file as it likes.
		if k := g.ImportsText(); !seen[k] {
			seen[k] = true
			list = append(list, g)
		}
	}
	if vis.global == nil {
		vis.global = map[*outline.Outline][]*outline.Outline{}
	}
	vis.global[o] = list
	return list
}

// globalDir is the directory below which a file's global imports hold: its own,
// or, by custom, the one that its directory Properties lies in.
func globalDir(o *outline.Outline) projectbase.Path {
	dir := o.Path.Dir()
	if dir.Base() == "Properties" {
		dir = dir.Dir()
	}
	return dir
}
