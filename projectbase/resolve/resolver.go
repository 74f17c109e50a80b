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

// resolver is the state of resolving one file.
type resolver struct {
	p       *Project
	file    *Outline
	scope   *lang.Scope
	group   *group
	locals  map[localName][]Binding // by line
	imports map[string][]int32      // by the local name that an import gives
	stars   []int32                 // imports of all names

	consulted [1 << 16 / 64]uint64
	memo      memo
	reached   map[*Outline]map[*Outline]bool
	passed    map[passing]bool        // of the lookup at hand
	global    map[*Outline][]*Outline // whose imports hold in a file, too

	depth int
	work  int              // lookups for the reference at hand
	open  map[typeKey]bool // types that are being looked up
	cuts  int              // how often a lookup was given up; what depends on one is not remembered
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
	r := &resolver{p: p, file: f, scope: p.scope(f.Language), group: p.group(f.Language), open: map[typeKey]bool{}, memo: newMemo()}
	r.enterLocals(b)
	r.imports, r.stars = p.introduced(f)
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
	return Result{Edges: edges, Consulted: r.keys()}
}

func (r *resolver) enterLocals(b Body) {
	r.locals = make(map[localName][]Binding, len(b.Bindings))
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
		r.locals[k] = append(r.locals[k], newBinding(d, k.name, source))
	}
	for _, list := range r.locals {
		slices.SortStableFunc(list, func(a, b Binding) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
	}
}

// maxWork is how many lookups a reference is worth: what needs more is a maze
// that names lead into.
const maxWork = 5000

// enter begins a lookup that may lead to others, and reports whether it may.
// Whoever has entered leaves.
func (r *resolver) enter() bool {
	r.work++
	if r.depth >= maxDepth || r.work > maxWork {
		r.cuts++
		return false
	}
	r.depth++
	return true
}

func (r *resolver) leave() { r.depth-- }

// consult notes that the answer depends on what others declare of a name.
func (r *resolver) consult(name string) {
	k := Key(name)
	r.consulted[k/64] |= 1 << (k % 64)
}

// keys returns what was consulted.
func (r *resolver) keys() []uint16 {
	var list []uint16
	for i, w := range r.consulted {
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
	r.work = 0
	var f found
	switch {
	case qualifier == "" && want == wantCall && r.scope.Overloads && (slices.Contains(r.scope.Self, name) || slices.Contains(r.scope.Super, name)):
		f = r.constructors(slices.Contains(r.scope.Super, name), at)
	case qualifier == "":
		if f = r.lookup(name, at, want); f.local != nil && r.ofFile(f.local) {
			f = r.outer(name, at, want)
		} else if f.local != nil && want == wantCall && !r.scope.Bare {
			f = r.calledLocal(f.local, at)
		}
		if variable, ok := strings.CutPrefix(name, "$"); ok && f.none() && want == wantCall {
			f = r.closure(variable, at)
		}
	case kind == projectbase.RefImport:
		f = r.importNamed(qualifier, name)
	default:
		f = r.member(r.chainValue(qualifier, at), name, want)
	}
	if want == wantCall {
		f = r.overloaded(f, arguments, at)
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
	refs := r.choose(f.refs, at)
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
