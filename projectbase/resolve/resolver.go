package resolve

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// Body is what resolution needs of a file beside its outline.
type Body struct {
	References []projectbase.Reference
	Bindings   []projectbase.Binding
	Names      func(projectbase.TermID) string
}

// Result is what resolving a file gave.
type Result struct {
	Edges     []projectbase.Edge // one a reference
	Consulted []uint16           // keys of all that was looked up outside of the file; ascending
}

// resolver resolves the references of one file. Its parts build on each other: a
// part calls those above it in this list. The one call in the other direction is
// types.finder, because a type is named by a chain of names.
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
func newResolver(p *Project, f *Outline, b Body) *resolver {
	r := &resolver{task: task{p: p, file: f, scope: f.scope, group: p.group(f)}}
	t := &r.task
	r.locals = locals{task: t, bindings: localBindings(b)}
	r.visible = visibility{task: t}
	r.types = types{task: t, finder: &r.typeFinder, memo: map[typePlace]typ{}}
	r.bases = inheritance{task: t, types: &r.types, direct: map[Ref][]typ{}, linearized: map[Ref][]typ{}}
	r.extensions = extensions{task: t, visible: &r.visible, types: &r.types, bases: &r.bases}
	r.members = members{task: t, visible: &r.visible, types: &r.types, bases: &r.bases, extensions: &r.extensions, memo: map[memberKey]found{}}
	r.spaces = namespaces{task: t, members: &r.members, memo: map[string]Ref{}}
	r.imports = imports{task: t, visible: &r.visible, members: &r.members, spaces: &r.spaces, modules: map[moduleKey]*module{}}
	r.imports.names, r.imports.wildcards = importsByName(f)
	r.scopes = scopes{task: t, locals: &r.locals, visible: &r.visible, members: &r.members, extensions: &r.extensions, imports: &r.imports,
		inner: map[bareKey]found{}, outside: map[beyondKey]found{}}
	r.values = values{task: t, locals: &r.locals, types: &r.types, members: &r.members, extensions: &r.extensions, imports: &r.imports,
		scopes: &r.scopes, memo: map[valueKey]value{}}
	r.typeFinder = typeLookup{task: t, types: &r.types, scopes: &r.scopes, values: &r.values, open: map[typeKey]bool{}}
	r.overloads = overloads{task: t, types: &r.types, bases: &r.bases, extensions: &r.extensions, members: &r.members, scopes: &r.scopes,
		values: &r.values, params: map[Ref][]param{}}
	return r
}

// task is the state that all parts of a resolver share: the file, the names that
// were consulted, and the budget for the reference at hand.
type task struct {
	p     *Project
	file  *Outline
	scope *lang.Scope
	group *group

	consulted [1 << 16 / 64]uint64 // a bit for each key

	depth int // of nested lookups
	work  int // lookups for the current reference
	cuts  int // lookups that the limits cut short; their results are not cached
}

// remember returns the cached result for a key, or the result of find. A result
// that depends on a lookup cut short is not cached: another position may get further.
func remember[K comparable, V any](t *task, known map[K]V, k K, find func() V) V {
	v, ok := known[k]
	if !ok {
		cuts := t.cuts
		if v = find(); t.cuts == cuts {
			known[k] = v
		}
	}
	return v
}

// locals finds the parameters and local variables of the file.
type locals struct {
	*task
	bindings map[localName][]Binding // sorted by position
}

// visibility decides which declarations of other files a file can see.
type visibility struct {
	*task
	reached map[*Outline]map[*Outline]bool // files that a file includes, directly or not
	global  map[*Outline][]*Outline        // files whose imports hold in a file, too
}

// types finds the type that a text names.
type types struct {
	*task
	finder interface {
		findType(text string, at site) typ
	}
	memo map[typePlace]typ
}

// inheritance finds the base types of a type and the other parts of its declaration.
type inheritance struct {
	*task
	types      *types
	direct     map[Ref][]typ
	linearized map[Ref][]typ
}

// extensions finds the members that are declared outside of their type.
type extensions struct {
	*task
	visible *visibility
	types   *types
	bases   *inheritance
}

// members finds the members of a type, its own and the inherited ones.
type members struct {
	*task
	visible    *visibility
	types      *types
	bases      *inheritance
	extensions *extensions
	memo       map[memberKey]found
}

// namespaces finds what a qualified name of a language with namespaces means.
type namespaces struct {
	*task
	members *members
	memo    map[string]Ref // types, by qualified name
}

// imports finds the names that the imports of a file introduce.
type imports struct {
	*task
	visible   *visibility
	members   *members
	spaces    *namespaces
	names     map[string][]int32 // imports of the file, by the local name that they introduce
	wildcards []int32            // imports of all names
	modules   map[moduleKey]*module
	passed    map[passing]bool // of the current lookup
}

// scopes finds what a name without a qualifier means at a position.
type scopes struct {
	*task
	locals     *locals
	visible    *visibility
	members    *members
	extensions *extensions
	imports    *imports
	inner      map[bareKey]found
	outside    map[beyondKey]found
}

// values finds the value of an expression: its type, a callable or a module.
type values struct {
	*task
	locals     *locals
	types      *types
	members    *members
	extensions *extensions
	imports    *imports
	scopes     *scopes
	memo       map[valueKey]value
}

// typeLookup finds the type that a chain of names means.
type typeLookup struct {
	*task
	types  *types
	scopes *scopes
	values *values
	open   map[typeKey]bool // types whose lookup is in progress
}

// overloads chooses between callables of one name by the arguments of a call.
type overloads struct {
	*task
	types      *types
	bases      *inheritance
	extensions *extensions
	members    *members
	scopes     *scopes
	values     *values
	params     map[Ref][]param
}

// passing is a file that is looked through for a name that it may pass on.
type passing struct {
	file *Outline
	name string
}

type localName struct {
	symbol int32
	name   string
}

// typeKey is a type that is named at a place.
type typeKey struct {
	text   string
	file   *Outline
	symbol int32
}

// site is a place where a name is looked up.
type site struct {
	file   *Outline
	symbol int32 // innermost symbol that holds it
	line   uint32
	column uint32 // 0 is not known
}

// before is the place just before one.
func (s site) before() site {
	if s.column > 1 {
		return site{s.file, s.symbol, s.line, s.column - 1}
	}
	return site{s.file, s.symbol, s.line - 1, 0}
}

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
		edges[i] = r.edge(ref.Kind, text(ref.Qualifier), text(ref.Name), text(ref.Arguments), site{f, ref.Symbol, ref.Line, ref.Column})
	}
	return Result{Edges: edges, Consulted: r.task.keys()}
}

// localBindings returns the bindings of a file by symbol and name, sorted by position.
func localBindings(b Body) map[localName][]Binding {
	locals := make(map[localName][]Binding, len(b.Bindings))
	for i := range b.Bindings {
		d := &b.Bindings[i]
		if d.Name == projectbase.NoTerm {
			continue
		}
		source := ""
		if d.Source != projectbase.NoTerm {
			source = b.Names(d.Source)
		}
		k := localName{d.Symbol, b.Names(d.Name)}
		locals[k] = append(locals[k], newBinding(d, k.name, source))
	}
	for _, list := range locals {
		slices.SortStableFunc(list, func(a, b Binding) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
	}
	return locals
}

// maxWork is how many lookups a reference is worth: what needs more is a maze
// that names lead into.
const maxWork = 5000

// enter begins a lookup that may lead to others, and reports whether it may.
// Whoever has entered leaves.
func (t *task) enter() bool {
	t.work++
	if t.depth >= maxDepth || t.work > maxWork {
		t.cuts++
		return false
	}
	t.depth++
	return true
}

func (t *task) leave() { t.depth-- }

// consult notes that the answer depends on what others declare of a name.
func (t *task) consult(name string) {
	k := Key(name)
	t.consulted[k/64] |= 1 << (k % 64)
}

// keys returns what was consulted.
func (t *task) keys() []uint16 {
	var list []uint16
	for i, w := range t.consulted {
		for ; w != 0; w &= w - 1 {
			list = append(list, uint16(i*64+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// Key returns the number under which a name is consulted: FNV-1a of its bytes,
// folded to 16 bits.
func Key(name string) uint16 {
	h := uint32(2166136261)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return uint16(h>>16) ^ uint16(h)
}

// edge resolves one reference.
func (r *resolver) edge(kind projectbase.ReferenceKind, qualifier, name, arguments string, at site) projectbase.Edge {
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

// toEdge decides between what was found.
func (r *resolver) toEdge(f found, want want, at site) projectbase.Edge {
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
		e.Targets = append(e.Targets, projectbase.Target{File: t.File.ID, Slot: t.symbol().Slot})
	}
	return e
}

// want is what kind of symbol a reference can mean.
type want uint8

const (
	wantAny want = iota
	wantCall
	wantType
)

func wantOf(k projectbase.ReferenceKind) want {
	switch k {
	case projectbase.RefCall, projectbase.RefDecorate:
		return wantCall
	case projectbase.RefType, projectbase.RefExtends, projectbase.RefImplements, projectbase.RefInstantiate:
		return wantType
	}
	return wantAny
}

// fits reports whether a symbol can be meant.
func (w want) fits(s *Symbol) bool {
	if s.titled() {
		return false
	}
	switch w {
	case wantCall:
		return s.Kind != projectbase.KindNamespace && s.Kind != projectbase.KindSection
	case wantType:
		return s.Kind.IsType() || s.Kind == projectbase.KindUnknown || s.Kind == projectbase.KindMacro || s.Kind == projectbase.KindConstructor || s.Kind == projectbase.KindEnumMember
	}
	return s.Kind != projectbase.KindSection
}

// titleWords are the words of tests that have a title in the place of a name:
// describe "a formula", TEST(Suite, Name) { }.
var titleWords = map[string]bool{"macro call": true, "describe": true, "context": true, "feature": true, "it": true, "specify": true, "test": true,
	"example": true, "scenario": true, "shared_examples": true, "shared_context": true}

// titled reports whether a symbol is a test that nothing can name.
func (s *Symbol) titled() bool { return s.Flags.Has(projectbase.FlagTest) && titleWords[s.Word] }

// filter keeps what fits. Where a type has a field and a method of one name, a
// call means the method.
func (w want) filter(refs []Ref) []Ref {
	if w == wantCall && len(refs) > 1 {
		if called := keep(refs, func(x Ref) bool { return x.symbol().Kind.IsCallable() && w.fits(x.symbol()) }); len(called) > 0 {
			return called
		}
	}
	for _, x := range refs {
		if !w.fits(x.symbol()) {
			return slices.DeleteFunc(slices.Clone(refs), func(x Ref) bool { return !w.fits(x.symbol()) })
		}
	}
	return refs
}
