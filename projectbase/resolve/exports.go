package resolve

import (
	"cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
)

// reexportKey is a name that a file may re-export.
type reexportKey struct {
	file *outline.Outline
	name string
}

// maxReexports limits how often a name is re-exported, renamed or not.
const maxReexports = 16

// exportedBy finds a name that a file exports.
func (im *imports) exportedBy(o *outline.Outline, name string, want want, depth int) found {
	if f, ends := im.declaredBy(o, name, want, depth); ends {
		return f
	}
	im.consult("*" + string(o.Path))
	if !im.p.tables.MayPassOn(o, name) {
		return found{}
	}
	if im.visited == nil {
		im.visited = map[reexportKey]bool{}
		defer func() { im.visited = nil }()
	}
	return im.reexported(o, name, depth)
}

// declaredBy finds a name that a file declares and exports. ends reports that the search
// is complete.
func (im *imports) declaredBy(o *outline.Outline, name string, want want, depth int) (f found, ends bool) {
	switch imports := o.Scope.Imports; {
	case imports == lang.ImportsDirectories:
		return found{refs: want.filter(im.p.layout.InDirectory(o, string(o.Path.Dir()), name, nil))}, true
	case name == "default" && imports == lang.ImportsFiles:
		return im.defaultOf(o, depth), true
	}
	refs := want.filter(outline.TopLevel(o, name))
	return found{refs: refs}, len(refs) > 0
}

// reexported finds a name among the re-exports of a file, breadth-first. One lookup
// visits each file once: files that import each other have exponentially many paths.
func (im *imports) reexported(o *outline.Outline, name string, depth int) found {
	if k := (reexportKey{o, name}); im.visited[k] {
		return found{}
	} else {
		im.visited[k] = true
	}
	for queue := []*outline.Outline{o}; len(queue) > 0; queue = queue[1:] {
		for i := range queue[0].Imports {
			from, m := queue[0], &queue[0].Imports[i]
			if one, all := reexports(from, m, name); one {
				if f := im.target(from, m, depth+1); !f.none() {
					return f
				}
			} else if all {
				f, files := im.reexportedBy(from, m, name, depth)
				if !f.none() {
					return f
				}
				queue = append(queue, files...)
			}
		}
	}
	return found{}
}

// reexports reports whether an import re-exports one name, or all names.
func reexports(o *outline.Outline, m *projectbase.Import, name string) (one, all bool) {
	imports := o.Scope.Imports
	given := cmp.Or(m.Alias, m.Name)
	switch {
	case m.Name == "*" && (m.Alias == "" || m.Alias == "."):
		return false, imports != lang.ImportsFiles || m.Kind == projectbase.ImportReexport && name != "default"
	case given == name && given != "":
		return true, false
	}
	return false, imports == lang.ImportsLoads && m.Name == ""
}

// reexportedBy finds a name in the module that an import names. It also returns the files
// of the module that may re-export the name.
func (im *imports) reexportedBy(o *outline.Outline, m *projectbase.Import, name string, depth int) (f found, files []*outline.Outline) {
	mod := im.moduleOf(o, m.Module)
	switch {
	case mod == nil || mod.Pkg != "":
		return found{}, nil
	case !mod.Sym.IsZero() || mod.Space != "":
		return im.exported(mod, name, wantAny, depth+1), nil
	}
	im.consult(name)
	for _, x := range mod.Files {
		k := reexportKey{x, name}
		if im.visited[k] {
			continue
		}
		im.visited[k] = true
		if f, ends := im.declaredBy(x, name, wantAny, depth+1); !f.none() {
			return f, nil
		} else if ends {
			continue
		}
		im.consult("*" + string(x.Path))
		files = append(files, x)
	}
	return im.submodule(mod, name), files
}

// defaultOf finds the default export of a file.
func (im *imports) defaultOf(o *outline.Outline, depth int) found {
	for i := range o.Symbols {
		if o.Symbols[i].Flags.Has(projectbase.FlagDefault) {
			return found{refs: []outline.Ref{{File: o, Ordinal: int32(i)}}}
		}
	}
	im.consult("*" + string(o.Path))
	for i := range o.Imports {
		m := &o.Imports[i]
		if m.Kind == projectbase.ImportReexport && (m.Alias == "default" || m.Name == "default" && m.Alias == "") {
			return im.target(o, m, depth+1)
		}
	}
	return found{}
}
