package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/resolve/overload"
)

// Resolve binds the references of a file of the project.
func (p *Project) Resolve(id uint32, b Body) Result {
	f := p.files[id]
	r := newResolver(p, f, b)
	edges := make([]projectbase.Edge, len(b.References))
	text := func(t projectbase.TermID) string {
		if t == projectbase.NoTerm {
			return ""
		}
		return b.Names(t)
	}
	for i := range b.References {
		ref := &b.References[i]
		edges[i] = r.edge(ref.Kind, text(ref.Qualifier), text(ref.Name), text(ref.Arguments), outline.Position{File: f, Symbol: ref.Symbol, Line: ref.Line, Column: ref.Column})
	}
	return Result{Edges: edges, Consulted: r.task.keys()}
}

// resolver resolves the references of one file. Each part calls only parts above it in
// this list. types.finder is the one exception: a type is named by a chain of names, so
// that types and values depend on each other.
type resolver struct {
	task       task
	locals     locals
	visible    visibility
	types      types
	bases      inheritance
	extensions extensions
	members    members
	spaces     namespaces
	imports    imports
	scopes     scopes
	values     values
	typeFinder typeLookup
	overloads  overloads
}

// newResolver returns the resolver of a file.
func newResolver(p *Project, f *outline.Outline, b Body) *resolver {
	r := &resolver{task: task{p: p, file: f, scope: f.Scope, table: p.tables.Of(f)}}
	t := &r.task
	r.locals = locals{task: t, bindings: localBindings(b)}
	r.visible = visibility{task: t}
	r.types = types{task: t, finder: &r.typeFinder, memo: map[typePlace]typ{}}
	r.bases = inheritance{task: t, types: &r.types, direct: map[outline.Ref][]typ{}, linearized: map[outline.Ref][]typ{}}
	r.extensions = extensions{task: t, visible: &r.visible, types: &r.types, bases: &r.bases}
	r.members = members{task: t, visible: &r.visible, types: &r.types, bases: &r.bases, extensions: &r.extensions, memo: map[memberKey]found{}}
	r.spaces = namespaces{task: t, members: &r.members, memo: map[string]outline.Ref{}}
	r.imports = imports{task: t, visible: &r.visible, members: &r.members, spaces: &r.spaces, modules: map[moduleKey]*layout.Module{}}
	r.imports.names, r.imports.wildcards = importsByName(f)
	r.scopes = scopes{task: t, locals: &r.locals, visible: &r.visible, members: &r.members, extensions: &r.extensions, imports: &r.imports,
		inner: map[scopeKey]found{}, topLevel: map[topLevelKey]found{}}
	r.values = values{task: t, locals: &r.locals, types: &r.types, members: &r.members, extensions: &r.extensions, imports: &r.imports,
		scopes: &r.scopes, memo: map[valueKey]value{}}
	r.typeFinder = typeLookup{task: t, types: &r.types, scopes: &r.scopes, values: &r.values, open: map[typeKey]bool{}}
	r.overloads = overloads{task: t, types: &r.types, bases: &r.bases, extensions: &r.extensions, members: &r.members, scopes: &r.scopes,
		values: &r.values, params: map[outline.Ref][]overload.Param{}}
	return r
}

// edge resolves one reference.
func (r *resolver) edge(kind projectbase.ReferenceKind, qualifier, name, arguments string, at outline.Position) projectbase.Edge {
	want := wantOf(kind)
	r.task.work = 0
	var f found
	switch {
	case qualifier == "" && want == wantCall && r.task.scope.Overloads && (slices.Contains(r.task.scope.Self, name) || slices.Contains(r.task.scope.Super, name)):
		f = r.overloads.constructors(slices.Contains(r.task.scope.Super, name), at)
	case qualifier == "":
		if f = r.scopes.lookup(name, at, want); f.local != nil && r.locals.ofFile(f.local) {
			f = r.scopes.outer(name, at, want)
		} else if f.local != nil && want == wantCall && !r.task.scope.Bare {
			f = r.values.calledLocal(f.local, at)
		}
		if variable, ok := strings.CutPrefix(name, "$"); ok && f.none() && want == wantCall {
			f = r.scopes.closure(variable, at)
		}
	case kind == projectbase.RefImport:
		f = r.imports.importNamed(qualifier, name)
	default:
		f = r.values.member(r.values.chainValue(qualifier, at), name, want)
	}
	if want == wantCall {
		f = r.overloads.overloaded(f, arguments, at)
	}
	return r.toEdge(f, want, at)
}

// toEdge returns the edge for the symbols that were found.
func (r *resolver) toEdge(f found, want want, at outline.Position) projectbase.Edge {
	if len(f.refs) == 0 {
		if f.pkg != "" {
			return projectbase.Edge{Tier: projectbase.TierExternal, Reason: f.reason, Package: f.pkg}
		}
		return projectbase.Edge{}
	}
	refs := r.task.choose(f.refs, at)
	e := projectbase.Edge{Tier: f.tier, Reason: f.reason}
	if len(refs) > 1 {
		e.Tier = projectbase.TierAmbiguous
	}
	for _, t := range refs[:min(len(refs), projectbase.MaxCandidates)] {
		e.Targets = append(e.Targets, projectbase.Target{File: t.File.ID, Slot: t.Symbol().Slot})
	}
	return e
}
