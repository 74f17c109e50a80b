package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// reach returns the files whose text a file has by including them, over any
// number of steps, itself among them.
func (vis *visibility) reach(o *Outline) map[*Outline]bool {
	if set, ok := vis.reached[o]; ok {
		return set
	}
	set := map[*Outline]bool{o: true}
	for queue := []*Outline{o}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		if from != vis.file {
			vis.consult("*" + string(from.Path))
		}
		for _, mod := range vis.loads(from).modules {
			if mod == nil {
				continue
			}
			for _, f := range mod.files {
				if !set[f] {
					set[f] = true
					queue = append(queue, f)
				}
			}
		}
	}
	if vis.reached == nil {
		vis.reached = map[*Outline]map[*Outline]bool{}
	}
	vis.reached[o] = set
	return set
}

// included leaves of symbols of one name those that a file can see by what it
// includes, and where such a one is declared only, those that it is the
// declaration of. Of what no included file has, functions and variables may
// still be meant: the header may be one that the project does not hold.
func (vis *visibility) included(refs []Ref, o *Outline) []Ref {
	if len(refs) == 0 || o.scope.Imports != lang.ImportsIncludes {
		return refs
	}
	set := vis.reach(o)
	if o != vis.file && vis.reach(vis.file)[o] && !slices.ContainsFunc(refs, func(x Ref) bool { return set[x.File] && isDefinition(x) }) {
		set = vis.reach(vis.file) // a header is read among what the file at hand includes besides
	}
	seen := keep(refs, func(x Ref) bool { return set[x.File] })
	if len(seen) == 0 {
		return keep(refs, func(x Ref) bool {
			k := x.symbol().Kind
			return k.IsCallable() && k != projectbase.KindMacro || k == projectbase.KindVariable
		})
	}
	if !slices.ContainsFunc(seen, isPrototype) {
		return seen
	}
	return keep(refs, func(x Ref) bool {
		return set[x.File] || !isPrototype(x) && !vis.hidden(x, o) && slices.ContainsFunc(seen, func(y Ref) bool { return isPrototype(y) && declares(y, x) })
	})
}

// withoutStandIns leaves out macros that stand for functions of the language's
// library: they are defined for systems and builds that lack the function, and
// that this is one of them is not known.
func withoutStandIns(refs []Ref, scope *lang.Scope) []Ref {
	if len(scope.Predeclared) == 0 || scope.Imports != lang.ImportsIncludes {
		return refs
	}
	return keep(refs, func(x Ref) bool {
		return x.symbol().Kind != projectbase.KindMacro || !slices.Contains(scope.Predeclared, x.symbol().Name)
	})
}

// declares reports whether a prototype can be that of a symbol.
func declares(prototype, x Ref) bool {
	return prototype.symbol().Kind.IsType() == x.symbol().Kind.IsType() && qualifiedName(prototype) == qualifiedName(x)
}

// globals returns the outlines whose imports hold in a file because they are
// for the whole project: those of its directory and of the ones above, by path.
func (vis *visibility) globals(o *Outline) []*Outline {
	if !o.scope.Globals {
		return nil
	}
	vis.consult(globalImports)
	if list, ok := vis.global[o]; ok {
		return list
	}
	var list []*Outline
	seen := map[string]bool{}
	for _, g := range vis.group.globals {
		if g == o || !below(o.Path, globalDir(g)) {
			continue
		}
		// A tree may hold as many copies of a file as it likes.
		if k := g.importsText(); !seen[k] {
			seen[k] = true
			list = append(list, g)
		}
	}
	if vis.global == nil {
		vis.global = map[*Outline][]*Outline{}
	}
	vis.global[o] = list
	return list
}

// globalImports is the key under which it is consulted which files have imports
// for all.
const globalImports = "*global"

// globalDir is the directory below which a file's global imports hold: its own,
// or, by custom, the one that its directory Properties lies in.
func globalDir(o *Outline) projectbase.Path {
	dir := o.Path.Dir()
	if dir.Base() == "Properties" {
		dir = dir.Dir()
	}
	return dir
}

// hasGlobals reports whether a file has imports that hold in others.
func (o *Outline) hasGlobals() bool {
	return slices.ContainsFunc(o.Imports, func(m projectbase.Import) bool { return m.Kind == projectbase.ImportGlobal })
}
