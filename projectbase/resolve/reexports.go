package resolve

import (
	"cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// maxReexports is how often a name is passed on by itself, as another or as the
// same, at most.
const maxReexports = 16

// exportedBy finds a name that a file has for others.
func (r *resolver) exportedBy(o *Outline, name string, want want, depth int) found {
	if f, ends := r.declaredBy(o, name, want, depth); ends {
		return f
	}
	r.consult("*" + string(o.Path))
	if !r.p.passable(o, name) {
		return found{}
	}
	if r.passed == nil {
		r.passed = map[passing]bool{}
		defer func() { r.passed = nil }()
	}
	return r.passedOn(o, name, depth)
}

// declaredBy finds a name that a file itself has for others. ends says that it
// has that or that nothing else can have it for the file.
func (r *resolver) declaredBy(o *Outline, name string, want want, depth int) (f found, ends bool) {
	switch imports := r.p.scope(o.Language).Imports; {
	case imports == lang.ImportsDirectories:
		return found{refs: want.filter(r.p.inDirectory(o, string(o.Path.Dir()), name, nil))}, true
	case name == "default" && imports == lang.ImportsFiles:
		return r.defaultOf(o, depth), true
	}
	refs := want.filter(r.fileLevel(o, name))
	return found{refs: refs}, len(refs) > 0
}

// passedOn finds a name among those that a file has from others, the nearest
// first. In one lookup no file is looked through twice: files that import each
// other would else be gone through in every order.
func (r *resolver) passedOn(o *Outline, name string, depth int) found {
	if k := (passing{o, name}); r.passed[k] {
		return found{}
	} else {
		r.passed[k] = true
	}
	for queue := []*Outline{o}; len(queue) > 0; queue = queue[1:] {
		for i := range queue[0].Imports {
			from, m := queue[0], &queue[0].Imports[i]
			if one, all := r.p.passes(from, m, name); one {
				if f := r.target(from, m, depth+1); !f.none() {
					return f
				}
			} else if all {
				f, files := r.passedOnBy(from, m, name, depth)
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
func (p *Project) passes(o *Outline, m *projectbase.Import, name string) (one, all bool) {
	imports := p.scope(o.Language).Imports
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
func (r *resolver) passedOnBy(o *Outline, m *projectbase.Import, name string, depth int) (f found, files []*Outline) {
	mod := r.moduleOf(o, m.Module)
	switch {
	case mod == nil || mod.pkg != "":
		return found{}, nil
	case !mod.sym.none() || mod.space != "":
		return r.exported(mod, name, wantAny, depth+1), nil
	}
	r.consult(name)
	for _, x := range mod.files {
		k := passing{x, name}
		if r.passed[k] {
			continue
		}
		r.passed[k] = true
		if f, ends := r.declaredBy(x, name, wantAny, depth+1); !f.none() {
			return f, nil
		} else if ends {
			continue
		}
		r.consult("*" + string(x.Path))
		files = append(files, x)
	}
	return r.submodule(mod, name), files
}

// defaultOf finds what a file exports without a name.
func (r *resolver) defaultOf(o *Outline, depth int) found {
	for i := range o.Symbols {
		if o.Symbols[i].Flags.Has(projectbase.FlagDefault) {
			return found{refs: []Ref{{o, int32(i)}}}
		}
	}
	r.consult("*" + string(o.Path))
	for i := range o.Imports {
		m := &o.Imports[i]
		if m.Kind == projectbase.ImportReexport && (m.Alias == "default" || m.Name == "default" && m.Alias == "") {
			return r.target(o, m, depth+1)
		}
	}
	return found{}
}
