package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// module is what an import can name as a whole.
type module struct {
	files []*Outline // whose names it has: a directory of Go, one file elsewhere
	dir   string     // where further modules lie, of a package of Python or a module of Rust
	space string     // a namespace
	sym   Ref        // a namespace that one file declares
	pkg   string     // outside of the project
	like  *Outline   // a file of its language
}

// introduced returns the imports of a file by the local names that they give,
// and those that name no single one.
func (p *Project) introduced(o *Outline) (names map[string][]int32, stars []int32) {
	names = map[string][]int32{}
	for i := range o.Imports {
		m := &o.Imports[i]
		if m.Name == "*" && (m.Alias == "" || m.Alias == ".") {
			stars = append(stars, int32(i))
			continue
		}
		if n := p.localName(o, m); n != "" && n != "_" {
			names[n] = append(names[n], int32(i))
		}
		if m.Name == "" && m.Alias == "" {
			switch p.scope(o.Language).Imports {
			case lang.ImportsLoads:
				stars = append(stars, int32(i))
			}
		}
	}
	return names, stars
}

// localName returns the name that an import gives in its file.
func (p *Project) localName(o *Outline, m *projectbase.Import) string {
	switch {
	case m.Kind == projectbase.ImportReexport && p.scope(o.Language).Imports == lang.ImportsFiles:
		return "" // passed on, but not known in the file
	case m.Alias != "":
		return m.Alias
	case m.Name != "" && m.Name != "*":
		return m.Name
	}
	switch p.scope(o.Language).Imports {
	case lang.ImportsDirectories:
		return goPackageName(m.Module)
	case lang.ImportsModules:
		first, _, _ := strings.Cut(m.Module, ".")
		return first
	case lang.ImportsCrates, lang.ImportsNamespaces:
		return lastName(m.Module)
	}
	return ""
}

// imported finds what an import of a file says that a name means.
func (r *resolver) imported(name string, o *Outline, want want) found {
	for _, i := range r.introducedBy(name, o) {
		f := r.target(o, &o.Imports[i], 0)
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

// importedByAll finds what an import that holds in the whole project says that
// a name means.
func (r *resolver) importedByAll(name string, o *Outline, want want) found {
	for _, g := range r.globals(o) {
		if f := r.imported(name, g, want); !f.none() {
			return f
		}
	}
	return found{}
}

// introducedBy returns the imports of a file that give a local name.
func (r *resolver) introducedBy(name string, o *Outline) []int32 {
	if o == r.file {
		return r.imports[name]
	}
	r.consult("*" + string(o.Path))
	var list []int32
	for i := range o.Imports {
		m := &o.Imports[i]
		if r.p.localName(o, m) == name && !(m.Name == "*" && m.Alias == "") {
			list = append(list, int32(i))
		}
	}
	return list
}

// target finds what one import names.
func (r *resolver) target(o *Outline, m *projectbase.Import, depth int) found {
	switch r.p.scope(o.Language).Imports {
	case lang.ImportsNamespaces:
		return r.namespaceTarget(o, m)
	case lang.ImportsIncludes:
		if m.Name == "" {
			return found{}
		}
		f := r.qualified(join(dotted(m.Module), m.Name)) // a using declaration
		f.refs, f.pkg = r.included(f.refs, o), ""
		return f
	}
	if m.Module == "" && m.Kind == projectbase.ImportReexport {
		return found{refs: r.fileLevel(o, m.Name), tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	mod := r.moduleOf(o, m.Module)
	if mod == nil {
		return found{}
	}
	if m.Name == "" || m.Name == "*" {
		if mod.pkg != "" {
			return found{pkg: mod.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
		}
		if r.p.scope(o.Language).Imports == lang.ImportsModules && m.Alias == "" {
			// import a.b.c makes a known.
			first, _, _ := strings.Cut(m.Module, ".")
			if mod = r.moduleOf(o, first); mod == nil || mod.pkg != "" {
				return found{module: &module{space: first, like: o}, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
			}
		}
		return found{module: mod, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	f := r.exported(mod, m.Name, wantAny, depth)
	if len(f.refs) > 0 {
		f.tier, f.reason = projectbase.TierExact, projectbase.ReasonImport
	}
	return f
}

// importNamed resolves the name that an import takes from a module.
func (r *resolver) importNamed(moduleName, name string) found {
	for i := range r.file.Imports {
		m := &r.file.Imports[i]
		// In a list of paths the module is what stands before the list, too.
		if m.Name == name && (m.Module == moduleName || strings.HasSuffix(m.Module, "::"+moduleName)) {
			return r.target(r.file, m, 0)
		}
	}
	return found{}
}

// starred finds a name in what a file imports as a whole.
func (r *resolver) starred(name string, o *Outline, want want) found {
	stars := r.stars
	if o != r.file {
		_, stars = r.p.introduced(o)
	}
	var refs []Ref
	for _, i := range stars {
		refs = append(refs, r.inStar(o, &o.Imports[i], name, want).refs...)
	}
	for _, g := range r.globals(o) {
		_, stars := r.p.introduced(g)
		for _, i := range stars {
			refs = append(refs, r.inStar(g, &g.Imports[i], name, want).refs...)
		}
	}
	if len(refs) > 0 {
		slices.SortFunc(refs, byPlace)
		return found{refs: slices.Compact(refs), tier: projectbase.TierScoped, reason: projectbase.ReasonWildcard}
	}
	return found{}
}

func (r *resolver) inStar(o *Outline, m *projectbase.Import, name string, want want) found {
	switch r.p.scope(o.Language).Imports {
	case lang.ImportsNamespaces:
		r.consult(name)
		if refs := want.filter(some(r.group.qualified[dotted(m.Module)+"."+name], r.file, nil)); len(refs) > 0 {
			return found{refs: refs}
		}
		if t := r.qualifiedType(dotted(m.Module)); !t.none() {
			return r.memberOf(t, name, want)
		}
		return found{pkg: m.Module}
	case lang.ImportsIncludes:
		r.consult(name)
		return found{refs: r.included(want.filter(r.group.qualified[dotted(m.Module)+"."+name]), o)}
	}
	mod := r.moduleOf(o, m.Module)
	if mod == nil {
		return found{}
	}
	return r.exported(mod, name, want, 1)
}

// inModule finds a name in a module.
func (r *resolver) inModule(m *module, name string, want want) found {
	f := r.exported(m, name, want, 0)
	if len(f.refs) > 0 {
		f.tier, f.reason = projectbase.TierExact, projectbase.ReasonQualifier
	}
	return f
}

// exported finds a name among those that a module has.
func (r *resolver) exported(m *module, name string, want want, depth int) found {
	if depth > maxReexports {
		return found{}
	}
	r.consult(name)
	switch {
	case m.pkg != "":
		return found{pkg: m.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
	case !m.sym.none():
		return r.inSymbol(m.sym, name, want, depth)
	case m.space != "":
		return r.inSpace(m, name, want)
	}
	for _, o := range m.files {
		if f := r.exportedBy(o, name, want, depth); !f.none() {
			return f
		}
	}
	f := r.submodule(m, name)
	if f.none() && m.like != nil && len(m.files) == 1 && r.p.scope(m.like.Language).Imports == lang.ImportsCrates {
		if root := r.p.crateRoot(m.like); root != nil && len(root.files) > 0 && root.files[0] == m.files[0] {
			return r.macroOf(root, name, projectbase.ReasonImport)
		}
	}
	return f
}

// inSymbol finds a name in a namespace that a file declares.
func (r *resolver) inSymbol(space Ref, name string, want want, depth int) found {
	if refs := want.filter(refsOf(space.File, space.File.memberNamed(space.Ordinal, name))); len(refs) > 0 {
		return found{refs: refs}
	}
	if r.p.scope(space.File.Language).Imports == lang.ImportsCrates && space.symbol().Container == projectbase.NoSymbol {
		r.consult("mod")
		if m := r.p.rustChild(r.p.fileModule(space.File), space.symbol().Name); m != nil && len(m.files) > 0 {
			return r.exported(m, name, want, depth+1)
		}
	}
	full := qualifiedName(space)
	if f := r.inSpace(&module{space: full, like: space.File}, name, want); !f.none() {
		return f
	}
	for i := range space.File.Imports {
		if m := &space.File.Imports[i]; m.Symbol == space.Ordinal && r.p.localName(space.File, m) == name {
			return r.target(space.File, m, depth+1)
		}
	}
	return found{}
}

// inSpace finds a name in a namespace, wherever it is declared.
func (r *resolver) inSpace(m *module, name string, want want) found {
	full := m.space + "." + name
	if m.like != nil && r.p.scope(m.like.Language).Imports == lang.ImportsModules {
		if mod := r.moduleOf(m.like, full); mod != nil && mod.pkg == "" {
			return found{module: mod}
		}
		return found{}
	}
	group := r.group
	refs := group.qualified[full]
	if m.like != nil && r.p.scope(m.like.Language).Imports == lang.ImportsIncludes {
		refs = r.included(want.filter(refs), m.like)
	} else {
		refs = want.filter(some(refs, r.file, nil))
	}
	if len(refs) > 0 {
		return found{refs: refs}
	}
	if group.namespaces[full] > 0 {
		return found{module: &module{space: full, like: m.like}}
	}
	return found{}
}

// moduleOf finds what a module's name means in a file; nil if it cannot be told.
func (r *resolver) moduleOf(o *Outline, name string) *module {
	k := moduleKey{o, name}
	m, ok := r.memo.modules[k]
	if ok || !r.enter() {
		return m
	}
	defer r.leave()
	passed := r.passed
	r.passed = nil // a lookup of its own
	cuts := r.cuts
	if m = r.findModule(o, name); r.cuts == cuts {
		r.memo.modules[k] = m
	}
	r.passed = passed
	return m
}

func (r *resolver) findModule(o *Outline, name string) *module {
	for _, part := range moduleKeys(name) {
		r.consult(part)
	}
	switch r.p.scope(o.Language).Imports {
	case lang.ImportsDirectories:
		return r.p.goPackage(name)
	case lang.ImportsFiles:
		return r.p.scriptModule(o, name)
	case lang.ImportsModules:
		return r.p.pythonModule(o, name)
	case lang.ImportsCrates:
		return r.crateModule(o, name)
	case lang.ImportsIncludes, lang.ImportsLoads:
		return r.p.moduleLoaded(o, name)
	case lang.ImportsNamespaces:
		return &module{space: dotted(name), like: o}
	}
	return nil
}

// moduleKeys returns the names under which what an import names is consulted: all
// that it is made of.
func moduleKeys(name string) []string {
	keys := strings.FieldsFunc(name, func(c rune) bool { return c == '/' || c == '.' || c == '\\' || c == ':' })
	if len(keys) == 0 {
		return []string{"index", "__init__"}
	}
	if slices.Contains(keys, "crate") || slices.Contains(keys, "super") {
		keys = append(keys, "lib", "main", "mod")
	}
	return keys
}
