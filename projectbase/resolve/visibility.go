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
	includes map[*outline.Outline]map[*outline.Outline]bool // files that a file includes, directly or not
	global   map[*outline.Outline][]*outline.Outline        // files whose imports hold in a file, too
}

// loads returns the includes of a file and records the consulted names.
func (vis *visibility) loads(o *outline.Outline) *layout.Includes {
	of := vis.p.layout.IncludesOf(o)
	for _, k := range of.Keys {
		vis.consulted[k/64] |= 1 << (k % 64)
	}
	return of
}

// includedFiles returns the files whose text a file includes, directly or not, and the
// file itself.
func (vis *visibility) includedFiles(o *outline.Outline) map[*outline.Outline]bool {
	if set, ok := vis.includes[o]; ok {
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
	if vis.includes == nil {
		vis.includes = map[*outline.Outline]map[*outline.Outline]bool{}
	}
	vis.includes[o] = set
	return set
}

// included keeps the symbols that a file sees through its includes. If it sees only a
// prototype, it keeps the definitions of the prototype. If it sees nothing, it keeps
// functions and variables, because the project may lack the header that declares them.
func (vis *visibility) included(refs []outline.Ref, o *outline.Outline) []outline.Ref {
	if len(refs) == 0 || o.Scope.Imports != lang.ImportsIncludes {
		return refs
	}
	set := vis.includedFiles(o)
	if o != vis.file && vis.includedFiles(vis.file)[o] && !slices.ContainsFunc(refs, func(x outline.Ref) bool { return set[x.File] && outline.IsDefinition(x) }) {
		set = vis.includedFiles(vis.file) // the current file also includes the files that the header needs
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

// declares reports whether a prototype can declare a symbol.
func declares(prototype, x outline.Ref) bool {
	return prototype.Symbol().Kind.IsType() == x.Symbol().Kind.IsType() && outline.QualifiedName(prototype) == outline.QualifiedName(x)
}

// hidden reports whether a symbol is invisible in another file. A private symbol is
// visible in the files that include its file.
func (vis *visibility) hidden(x outline.Ref, from *outline.Outline) bool {
	s := x.Symbol()
	if x.File == from || s.Visibility != projectbase.VisibilityPrivate && !(s.Flags.Has(projectbase.FlagStatic) && s.Container == projectbase.NoSymbol) {
		return false
	}
	return from.Scope.Imports != lang.ImportsIncludes || !vis.includedFiles(from)[x.File]
}

// withoutLibraryMacros removes macros that replace library functions. Such macros exist
// for systems without the function; whether this is such a system is unknown.
func withoutLibraryMacros(refs []outline.Ref, scope *lang.Scope) []outline.Ref {
	if len(scope.Predeclared) == 0 || scope.Imports != lang.ImportsIncludes {
		return refs
	}
	return outline.Filter(refs, func(x outline.Ref) bool {
		return x.Symbol().Kind != projectbase.KindMacro || !slices.Contains(scope.Predeclared, x.Symbol().Name)
	})
}

// globals returns the files whose project-wide imports apply to a file: those in its
// directory and in the directories above, by path.
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
	for _, g := range vis.table.Globals {
		if g == o || !layout.Below(o.Path, globalDir(g)) {
			continue
		}
		// A tree may contain many copies of a file.
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

// globalDir returns the directory in which the global imports of a file apply: its own
// directory, or the parent of a directory "Properties".
func globalDir(o *outline.Outline) projectbase.Path {
	dir := o.Path.Dir()
	if dir.Base() == "Properties" {
		dir = dir.Dir()
	}
	return dir
}
