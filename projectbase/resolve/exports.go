package resolve

import (
	"cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
)

// passing is a file that is looked through for a name that it may pass on.
type passing struct {
	file *outline.Outline
	name string
}

// maxReexports is how often a name is passed on by itself, as another or as the
// same, at most.
const maxReexports = 16

// exportedBy finds a name that a file has for others.
func (im *imports) exportedBy(o *outline.Outline, name string, want want, depth int) found {
	if f, ends := im.declaredBy(o, name, want, depth); ends {
		return f
	}
	im.consult("*" + string(o.Path))
	if !im.p.tables.MayPassOn(o, name) {
		return found{}
	}
	if im.passed == nil {
		im.passed = map[passing]bool{}
		defer func() { im.passed = nil }()
	}
	return im.passedOn(o, name, depth)
}

// declaredBy finds a name that a file itself has for others. ends says that it
// has that or that nothing else can have it for the file.
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

// passedOn finds a name among those that a file has from others, the nearest
// first. In one lookup no file is looked through twice: files that import each
// other would else be gone through in every order.
func (im *imports) passedOn(o *outline.Outline, name string, depth int) found {
	if k := (passing{o, name}); im.passed[k] {
		return found{}
	} else {
		im.passed[k] = true
	}
	for queue := []*outline.Outline{o}; len(queue) > 0; queue = queue[1:] {
		for i := range queue[0].Imports {
			from, m := queue[0], &queue[0].Imports[i]
			if one, all := passes(from, m, name); one {
				if f := im.target(from, m, depth+1); !f.none() {
					return f
				}
			} else if all {
				f, files := im.passedOnBy(from, m, name, depth)
				if !f.none() {
					return f
				}
				queue = append(queue, files...)
			}
		}
	}
	return found{}
}

// passes reports whether a file has by an import one name, or whatever there is,
// for others.
func passes(o *outline.Outline, m *projectbase.Import, name string) (one, all bool) {
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

// passedOnBy finds a name in the module that an import names, and returns the
// files of it that may have the name from others.
func (im *imports) passedOnBy(o *outline.Outline, m *projectbase.Import, name string, depth int) (f found, files []*outline.Outline) {
	mod := im.moduleOf(o, m.Module)
	switch {
	case mod == nil || mod.Pkg != "":
		return found{}, nil
	case !mod.Sym.IsZero() || mod.Space != "":
		return im.exported(mod, name, wantAny, depth+1), nil
	}
	im.consult(name)
	for _, x := range mod.Files {
		k := passing{x, name}
		if im.passed[k] {
			continue
		}
		im.passed[k] = true
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

// defaultOf finds what a file exports without a name.
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
