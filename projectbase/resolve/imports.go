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
func importsByName(o *Outline) (names map[string][]int32, stars []int32) {
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
			switch o.scope.Imports {
			case lang.ImportsLoads:
				stars = append(stars, int32(i))
			}
		}
	}
	return names, stars
}

// localName returns the name that an import gives in its file.
func importedAs(o *Outline, m *projectbase.Import) string {
	switch {
	case m.Kind == projectbase.ImportReexport && o.scope.Imports == lang.ImportsFiles:
		return "" // passed on, but not known in the file
	case m.Alias != "":
		return m.Alias
	case m.Name != "" && m.Name != "*":
		return m.Name
	}
	switch o.scope.Imports {
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
func (im *imports) imported(name string, o *Outline, want want) found {
	for _, i := range im.introducedBy(name, o) {
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

// importedByAll finds what an import that holds in the whole project says that
// a name means.
func (im *imports) importedByAll(name string, o *Outline, want want) found {
	for _, g := range im.visible.globals(o) {
		if f := im.imported(name, g, want); !f.none() {
			return f
		}
	}
	return found{}
}

// introducedBy returns the imports of a file that give a local name.
func (im *imports) introducedBy(name string, o *Outline) []int32 {
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

// target finds what one import names.
func (im *imports) target(o *Outline, m *projectbase.Import, depth int) found {
	switch o.scope.Imports {
	case lang.ImportsNamespaces:
		return im.spaces.namespaceTarget(o, m)
	case lang.ImportsIncludes:
		if m.Name == "" {
			return found{}
		}
		f := im.spaces.qualified(join(dotted(m.Module), m.Name)) // a using declaration
		f.refs, f.pkg = im.visible.included(f.refs, o), ""
		return f
	}
	if m.Module == "" && m.Kind == projectbase.ImportReexport {
		return found{refs: fileLevel(o, m.Name), tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	mod := im.moduleOf(o, m.Module)
	if mod == nil {
		return found{}
	}
	if m.Name == "" || m.Name == "*" {
		if mod.pkg != "" {
			return found{pkg: mod.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
		}
		if o.scope.Imports == lang.ImportsModules && m.Alias == "" {
			// import a.b.c makes a known.
			first, _, _ := strings.Cut(m.Module, ".")
			if mod = im.moduleOf(o, first); mod == nil || mod.pkg != "" {
				return found{module: &module{space: first, like: o}, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
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

// importNamed resolves the name that an import takes from a module.
func (im *imports) importNamed(moduleName, name string) found {
	for i := range im.file.Imports {
		m := &im.file.Imports[i]
		// In a list of paths the module is what stands before the list, too.
		if m.Name == name && (m.Module == moduleName || strings.HasSuffix(m.Module, "::"+moduleName)) {
			return im.target(im.file, m, 0)
		}
	}
	return found{}
}

// starred finds a name in what a file imports as a whole.
func (im *imports) starred(name string, o *Outline, want want) found {
	stars := im.wildcards
	if o != im.file {
		_, stars = importsByName(o)
	}
	var refs []Ref
	for _, i := range stars {
		refs = append(refs, im.inStar(o, &o.Imports[i], name, want).refs...)
	}
	for _, g := range im.visible.globals(o) {
		_, stars := importsByName(g)
		for _, i := range stars {
			refs = append(refs, im.inStar(g, &g.Imports[i], name, want).refs...)
		}
	}
	if len(refs) > 0 {
		slices.SortFunc(refs, byPlace)
		return found{refs: slices.Compact(refs), tier: projectbase.TierScoped, reason: projectbase.ReasonWildcard}
	}
	return found{}
}

func (im *imports) inStar(o *Outline, m *projectbase.Import, name string, want want) found {
	switch o.scope.Imports {
	case lang.ImportsNamespaces:
		im.consult(name)
		if refs := want.filter(some(im.group.qualified[dotted(m.Module)+"."+name], im.file, nil)); len(refs) > 0 {
			return found{refs: refs}
		}
		if t := im.spaces.qualifiedType(dotted(m.Module)); !t.none() {
			return im.members.memberOf(t, name, want)
		}
		return found{pkg: m.Module}
	case lang.ImportsIncludes:
		im.consult(name)
		return found{refs: im.visible.included(want.filter(im.group.qualified[dotted(m.Module)+"."+name]), o)}
	}
	mod := im.moduleOf(o, m.Module)
	if mod == nil {
		return found{}
	}
	return im.exported(mod, name, want, 1)
}

// inModule finds a name in a module.
func (im *imports) inModule(m *module, name string, want want) found {
	f := im.exported(m, name, want, 0)
	if len(f.refs) > 0 {
		f.tier, f.reason = projectbase.TierExact, projectbase.ReasonQualifier
	}
	return f
}

// exported finds a name among those that a module has.
func (im *imports) exported(m *module, name string, want want, depth int) found {
	if depth > maxReexports {
		return found{}
	}
	im.consult(name)
	switch {
	case m.pkg != "":
		return found{pkg: m.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
	case !m.sym.none():
		return im.inSymbol(m.sym, name, want, depth)
	case m.space != "":
		return im.inSpace(m, name, want)
	}
	for _, o := range m.files {
		if f := im.exportedBy(o, name, want, depth); !f.none() {
			return f
		}
	}
	f := im.submodule(m, name)
	if f.none() && m.like != nil && len(m.files) == 1 && m.like.scope.Imports == lang.ImportsCrates {
		if root := im.p.layout.crateRoot(m.like); root != nil && len(root.files) > 0 && root.files[0] == m.files[0] {
			return im.macroOf(root, name, projectbase.ReasonImport)
		}
	}
	return f
}

// inSymbol finds a name in a namespace that a file declares.
func (im *imports) inSymbol(space Ref, name string, want want, depth int) found {
	if refs := want.filter(refsOf(space.File, space.File.memberNamed(space.Ordinal, name))); len(refs) > 0 {
		return found{refs: refs}
	}
	if space.File.scope.Imports == lang.ImportsCrates && space.symbol().Container == projectbase.NoSymbol {
		im.consult("mod")
		if m := im.p.layout.rustChild(im.p.layout.fileModule(space.File), space.symbol().Name); m != nil && len(m.files) > 0 {
			return im.exported(m, name, want, depth+1)
		}
	}
	full := qualifiedName(space)
	if f := im.inSpace(&module{space: full, like: space.File}, name, want); !f.none() {
		return f
	}
	for i := range space.File.Imports {
		if m := &space.File.Imports[i]; m.Symbol == space.Ordinal && importedAs(space.File, m) == name {
			return im.target(space.File, m, depth+1)
		}
	}
	return found{}
}

// inSpace finds a name in a namespace, wherever it is declared.
func (im *imports) inSpace(m *module, name string, want want) found {
	full := m.space + "." + name
	if m.like != nil && m.like.scope.Imports == lang.ImportsModules {
		if mod := im.moduleOf(m.like, full); mod != nil && mod.pkg == "" {
			return found{module: mod}
		}
		return found{}
	}
	group := im.group
	refs := group.qualified[full]
	if m.like != nil && m.like.scope.Imports == lang.ImportsIncludes {
		refs = im.visible.included(want.filter(refs), m.like)
	} else {
		refs = want.filter(some(refs, im.file, nil))
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
func (im *imports) moduleOf(o *Outline, name string) *module {
	k := moduleKey{o, name}
	m, ok := im.modules[k]
	if ok || !im.enter() {
		return m
	}
	defer im.leave()
	passed := im.passed
	im.passed = nil // a lookup of its own
	cuts := im.cuts
	if m = im.findModule(o, name); im.cuts == cuts {
		im.modules[k] = m
	}
	im.passed = passed
	return m
}

func (im *imports) findModule(o *Outline, name string) *module {
	for _, part := range moduleKeys(name) {
		im.consult(part)
	}
	switch o.scope.Imports {
	case lang.ImportsDirectories:
		return im.p.layout.goPackage(name)
	case lang.ImportsFiles:
		return im.p.layout.scriptModule(o, name)
	case lang.ImportsModules:
		return im.p.layout.pythonModule(o, name)
	case lang.ImportsCrates:
		return im.crateModule(o, name)
	case lang.ImportsIncludes, lang.ImportsLoads:
		return im.p.layout.moduleLoaded(o, name)
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
