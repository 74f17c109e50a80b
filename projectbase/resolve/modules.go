package resolve

import (
	"path"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// moduleKey identifies a cached module.
type moduleKey struct {
	file *outline.Outline
	name string
}

// moduleOf returns the module that a name means in a file, or nil.
func (im *imports) moduleOf(o *outline.Outline, name string) *layout.Module {
	k := moduleKey{o, name}
	m, ok := im.modules[k]
	if ok || !im.enter() {
		return m
	}
	defer im.leave()
	passed := im.visited
	im.visited = nil // a separate lookup
	cuts := im.cuts
	if m = im.findModule(o, name); im.cuts == cuts {
		im.modules[k] = m
	}
	im.visited = passed
	return m
}

// findModule is moduleOf without the cache.
func (im *imports) findModule(o *outline.Outline, name string) *layout.Module {
	for _, part := range layout.ModuleKeys(name) {
		im.consult(part)
	}
	switch o.Scope.Imports {
	case lang.ImportsDirectories:
		return im.p.layout.GoPackage(name)
	case lang.ImportsFiles:
		return im.p.layout.ScriptModule(o, name)
	case lang.ImportsModules:
		return im.p.layout.PythonModule(o, name)
	case lang.ImportsCrates:
		return im.crateModule(o, name)
	case lang.ImportsIncludes, lang.ImportsLoads:
		return im.p.layout.Included(o, name)
	case lang.ImportsNamespaces:
		return &layout.Module{Space: expr.Dotted(name), Like: o}
	}
	return nil
}

// inModule finds a name in a module.
func (im *imports) inModule(m *layout.Module, name string, want want) found {
	f := im.exported(m, name, want, 0)
	if len(f.refs) > 0 {
		f.tier, f.reason = projectbase.TierExact, projectbase.ReasonQualifier
	}
	return f
}

// exported finds a name that a module exports.
func (im *imports) exported(m *layout.Module, name string, want want, depth int) found {
	if depth > maxReexports {
		return found{}
	}
	im.consult(name)
	switch {
	case m.Pkg != "":
		return found{pkg: m.Pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
	case !m.Sym.IsZero():
		return im.inSymbol(m.Sym, name, want, depth)
	case m.Space != "":
		return im.inSpace(m, name, want)
	}
	for _, o := range m.Files {
		if f := im.exportedBy(o, name, want, depth); !f.none() {
			return f
		}
	}
	f := im.submodule(m, name)
	if f.none() && m.Like != nil && len(m.Files) == 1 && m.Like.Scope.Imports == lang.ImportsCrates {
		if root := im.p.layout.CrateRoot(m.Like); root != nil && len(root.Files) > 0 && root.Files[0] == m.Files[0] {
			return im.macroOf(root, name, projectbase.ReasonImport)
		}
	}
	return f
}

// inSymbol finds a name in a namespace that a file declares.
func (im *imports) inSymbol(space outline.Ref, name string, want want, depth int) found {
	if refs := want.filter(outline.Refs(space.File, space.File.MembersNamed(space.Ordinal, name))); len(refs) > 0 {
		return found{refs: refs}
	}
	if space.File.Scope.Imports == lang.ImportsCrates && space.Symbol().Container == projectbase.NoSymbol {
		im.consult("mod")
		if m := im.p.layout.RustChild(im.p.layout.FileModule(space.File), space.Symbol().Name); m != nil && len(m.Files) > 0 {
			return im.exported(m, name, want, depth+1)
		}
	}
	full := outline.QualifiedName(space)
	if f := im.inSpace(&layout.Module{Space: full, Like: space.File}, name, want); !f.none() {
		return f
	}
	for i := range space.File.Imports {
		if m := &space.File.Imports[i]; m.Symbol == space.Ordinal && importedAs(space.File, m) == name {
			return im.target(space.File, m, depth+1)
		}
	}
	return found{}
}

// inSpace finds a name in a namespace, in any file.
func (im *imports) inSpace(m *layout.Module, name string, want want) found {
	full := m.Space + "." + name
	if m.Like != nil && m.Like.Scope.Imports == lang.ImportsModules {
		if mod := im.moduleOf(m.Like, full); mod != nil && mod.Pkg == "" {
			return found{module: mod}
		}
		return found{}
	}
	group := im.table
	refs := group.Qualified[full]
	if m.Like != nil && m.Like.Scope.Imports == lang.ImportsIncludes {
		refs = im.visible.included(want.filter(refs), m.Like)
	} else {
		refs = want.filter(outline.First(refs, im.file, nil))
	}
	if len(refs) > 0 {
		return found{refs: refs}
	}
	if group.Namespaces[full] > 0 {
		return found{module: &layout.Module{Space: full, Like: m.Like}}
	}
	return found{}
}

// submodule finds a module in another module.
func (im *imports) submodule(m *layout.Module, name string) found {
	if m.Dir == "" || m.Like == nil {
		return found{}
	}
	var sub *layout.Module
	switch m.Like.Scope.Imports {
	case lang.ImportsModules:
		sub = im.p.layout.PythonFile(path.Join(m.Dir, name))
	case lang.ImportsCrates:
		sub = im.p.layout.RustChild(m, name)
	}
	if sub != nil {
		return found{module: sub, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	return found{}
}
