package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// imports finds the names that the imports of a file introduce.
type imports struct {
	*task
	visible   *visibility
	members   *members
	spaces    *namespaces
	names     map[string][]int32 // imports of the file, by the local name that they introduce
	wildcards []int32            // imports of all names
	modules   map[moduleKey]*layout.Module
	visited   map[reexportKey]bool // of the current lookup
}

// importsByName returns the imports of a file by the local names that they introduce, and
// its wildcard imports.
func importsByName(o *outline.Outline) (names map[string][]int32, stars []int32) {
	names = map[string][]int32{}
	for i := range o.Imports {
		m := &o.Imports[i]
		if m.Name == "*" && (m.Alias == "" || m.Alias == ".") {
			stars = append(stars, int32(i))
			continue
		}
		if n := importedAs(o, m); n != "" && n != "_" {
			names[n] = append(names[n], int32(i))
		}
		if m.Name == "" && m.Alias == "" {
			switch o.Scope.Imports {
			case lang.ImportsLoads:
				stars = append(stars, int32(i))
			}
		}
	}
	return names, stars
}

// importedAs returns the local name that an import introduces.
func importedAs(o *outline.Outline, m *projectbase.Import) string {
	switch {
	case m.Kind == projectbase.ImportReexport && o.Scope.Imports == lang.ImportsFiles:
		return "" // exported, but unknown in the file itself
	case m.Alias != "":
		return m.Alias
	case m.Name != "" && m.Name != "*":
		return m.Name
	}
	switch o.Scope.Imports {
	case lang.ImportsDirectories:
		return layout.GoPackageName(m.Module)
	case lang.ImportsModules:
		first, _, _ := strings.Cut(m.Module, ".")
		return first
	case lang.ImportsCrates, lang.ImportsNamespaces:
		return expr.LastName(m.Module)
	}
	return ""
}

// imported finds a name that an import of a file introduces.
func (im *imports) imported(name string, o *outline.Outline, want want) found {
	for _, i := range im.importsOf(name, o) {
		f := im.target(o, &o.Imports[i], 0)
		if want == wantType {
			if refs := want.filter(f.refs); len(refs) == 0 && f.pkg == "" && f.module == nil {
				continue
			}
		}
		if !f.none() {
			return f
		}
	}
	return found{}
}

// importedGlobally finds a name that a project-wide import introduces.
func (im *imports) importedGlobally(name string, o *outline.Outline, want want) found {
	for _, g := range im.visible.globals(o) {
		if f := im.imported(name, g, want); !f.none() {
			return f
		}
	}
	return found{}
}

// importsOf returns the imports of a file that introduce a local name.
func (im *imports) importsOf(name string, o *outline.Outline) []int32 {
	if o == im.file {
		return im.names[name]
	}
	im.consult("*" + string(o.Path))
	var list []int32
	for i := range o.Imports {
		m := &o.Imports[i]
		if importedAs(o, m) == name && !(m.Name == "*" && m.Alias == "") {
			list = append(list, int32(i))
		}
	}
	return list
}

// target returns the target of an import.
func (im *imports) target(o *outline.Outline, m *projectbase.Import, depth int) found {
	switch o.Scope.Imports {
	case lang.ImportsNamespaces:
		return im.spaces.namespaceTarget(o, m)
	case lang.ImportsIncludes:
		if m.Name == "" {
			return found{}
		}
		f := im.spaces.qualified(expr.Join(expr.Dotted(m.Module), m.Name)) // a using declaration
		f.refs, f.pkg = im.visible.included(f.refs, o), ""
		return f
	}
	if m.Module == "" && m.Kind == projectbase.ImportReexport {
		return found{refs: outline.TopLevel(o, m.Name), tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	mod := im.moduleOf(o, m.Module)
	if mod == nil {
		return found{}
	}
	if m.Name == "" || m.Name == "*" {
		if mod.Pkg != "" {
			return found{pkg: mod.Pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
		}
		if o.Scope.Imports == lang.ImportsModules && m.Alias == "" {
			// "import a.b.c" introduces a.
			first, _, _ := strings.Cut(m.Module, ".")
			if mod = im.moduleOf(o, first); mod == nil || mod.Pkg != "" {
				return found{module: &layout.Module{Space: first, Like: o}, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
			}
		}
		return found{module: mod, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	f := im.exported(mod, m.Name, wantAny, depth)
	if len(f.refs) > 0 {
		f.tier, f.reason = projectbase.TierExact, projectbase.ReasonImport
	}
	return f
}

// importNamed resolves a name in an import list.
func (im *imports) importNamed(moduleName, name string) found {
	for i := range im.file.Imports {
		m := &im.file.Imports[i]
		// In a nested list of Rust, the module includes the path before the list.
		if m.Name == name && (m.Module == moduleName || strings.HasSuffix(m.Module, "::"+moduleName)) {
			return im.target(im.file, m, 0)
		}
	}
	return found{}
}

// wildcard finds a name through the wildcard imports of a file.
func (im *imports) wildcard(name string, o *outline.Outline, want want) found {
	stars := im.wildcards
	if o != im.file {
		_, stars = importsByName(o)
	}
	var refs []outline.Ref
	for _, i := range stars {
		refs = append(refs, im.inWildcard(o, &o.Imports[i], name, want).refs...)
	}
	for _, g := range im.visible.globals(o) {
		_, stars := importsByName(g)
		for _, i := range stars {
			refs = append(refs, im.inWildcard(g, &g.Imports[i], name, want).refs...)
		}
	}
	if len(refs) > 0 {
		slices.SortFunc(refs, outline.CompareRefs)
		return found{refs: slices.Compact(refs), tier: projectbase.TierScoped, reason: projectbase.ReasonWildcard}
	}
	return found{}
}

// inWildcard finds a name through one wildcard import.
func (im *imports) inWildcard(o *outline.Outline, m *projectbase.Import, name string, want want) found {
	switch o.Scope.Imports {
	case lang.ImportsNamespaces:
		im.consult(name)
		if refs := want.filter(outline.First(im.table.Qualified[expr.Dotted(m.Module)+"."+name], im.file, nil)); len(refs) > 0 {
			return found{refs: refs}
		}
		if t := im.spaces.qualifiedType(expr.Dotted(m.Module)); !t.IsZero() {
			return im.members.memberOf(t, name, want)
		}
		return found{pkg: m.Module}
	case lang.ImportsIncludes:
		im.consult(name)
		return found{refs: im.visible.included(want.filter(im.table.Qualified[expr.Dotted(m.Module)+"."+name]), o)}
	}
	mod := im.moduleOf(o, m.Module)
	if mod == nil {
		return found{}
	}
	return im.exported(mod, name, want, 1)
}
