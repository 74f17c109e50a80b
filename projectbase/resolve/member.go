package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// unitOfGo marks the one language whose loops give an index before the element.
const unitOfGo = lang.UnitDirectory

// member finds a member of a value.
func (vs *values) member(v value, name string, want want) found {
	switch {
	case v.module != nil:
		return vs.imports.inModule(v.module, name, want)
	case !v.static.none():
		f := onLevel(vs.members.memberOf(v.static, name, want), levelType)
		if len(f.refs) > 0 && f.reason == projectbase.ReasonReceiver {
			f.reason = projectbase.ReasonQualifier
		}
		return f
	case v.typ != nil:
		return vs.ofObject(v, name, want)
	case v.pkg != "":
		return found{pkg: v.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
	}
	return found{}
}

// ofObject finds a member of an object.
func (vs *values) ofObject(v value, name string, want want) found {
	if strings.HasPrefix(v.typ.text, "{") {
		return found{value: inlineMember(v.typ, name)}
	}
	t := vs.types.resolveType(v.typ)
	if t.sym.none() {
		if f := vs.extensions.addedTo(v.typ, t.pkg, name, want); len(f.refs) > 0 {
			return v.guessed(f)
		}
		if f, ok := vs.throughTransparent(v, name, want); ok {
			return f
		}
		if parts := vs.types.alternatives(v.typ); len(parts) > 0 {
			return vs.members.inUnion(parts, name, want, &visited{})
		}
		return found{pkg: t.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonReceiver}
	}
	var f found
	if v.super {
		f = vs.members.inherited(t.sym, name, want)
	} else {
		f = vs.members.memberOf(t.sym, name, want)
	}
	f = onLevel(f, v.level)
	if v.self && len(f.refs) > 0 && f.reason == projectbase.ReasonReceiver {
		f.reason = projectbase.ReasonSelf
	}
	return v.guessed(f)
}

// guessed lowers what was found of a value, if a step to that was a guess.
func (v value) guessed(f found) found {
	if v.inferred && len(f.refs) > 0 {
		f.tier = projectbase.TierInferred
		if f.reason == projectbase.ReasonReceiver || f.reason == projectbase.ReasonSelf {
			f.reason = projectbase.ReasonInferred
		}
	}
	return f
}

// inlineMember is a member of a type that is written out where it is used:
// "{ status: Status; context: Context }". nil if it has none of the name.
func inlineMember(t *typ, name string) *typ {
	for _, part := range splitAny(strings.Trim(t.text, "{} \n"), ";,\n") {
		key, text, ok := strings.Cut(part, ":")
		if key = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(key), "readonly "), "?"); ok && key == name {
			return &typ{text: strings.TrimSpace(text), at: t.at}
		}
	}
	return nil
}

// throughTransparent looks into types that stand for their argument.
func (vs *values) throughTransparent(v value, name string, want want) (found, bool) {
	t := parseType(v.typ.text)
	scope := v.typ.at.file.scope
	if len(t.args) == 0 || !slices.Contains(scope.Transparent, lastName(t.name)) {
		return found{}, false
	}
	if slices.Contains(scope.Holders, lastName(t.name)) && slices.Contains(scope.Wrapped, name) {
		return found{}, true
	}
	v.typ = &typ{text: t.args[0], at: v.typ.at}
	return vs.ofObject(v, name, want), true
}

// memberOf finds a member that a type has, itself or by what it is based on.
func (ms *members) memberOf(t Ref, name string, want want) found {
	return remember(ms.task, ms.memo, memberKey{t, name, want}, func() found { return ms.memberBeside(t, name, want, &visited{}) })
}

// inherited finds a member in what a type is based on, as the word for that means it.
func (ms *members) inherited(t Ref, name string, want want) found {
	if t.File.scope.Parent {
		return ms.ofParent(t, name, want)
	}
	return ms.inheritedBeside(t, name, want, &visited{t})
}

// visited are the types that a search for one member has been to.
type visited []Ref

// maxVisited is how many types a member is looked for in.
const maxVisited = 64

// enter notes a type, and reports whether it is to be looked into.
func (v *visited) enter(t Ref) bool {
	if len(*v) > maxVisited || slices.Contains(*v, t) {
		return false
	}
	*v = append(*v, t)
	return true
}

// memberBeside is memberOf where other types have been looked into.
func (ms *members) memberBeside(t Ref, name string, want want, seen *visited) found {
	if !seen.enter(t) {
		return found{}
	}
	ms.consult(name)
	own := ms.ownMembers(t, name)
	refs := want.filter(own)
	if t.File.scope.Imports == lang.ImportsFiles && len(own) > 1 {
		// What a constructor makes of a field that the class declares is not its declaration.
		if declared := keep(own, isTypedField); len(declared) > 0 {
			refs = declared
		}
	}
	if len(refs) == 0 {
		return ms.inheritedBeside(t, name, want, seen)
	}
	if want == wantCall && t.File.scope.Methods && !slices.ContainsFunc(refs, func(x Ref) bool { return x.symbol().Kind.IsCallable() }) {
		// A field is none that is called, but for those of a record.
		if f := ms.inheritedBeside(t, name, want, seen); len(f.refs) > 0 {
			return f
		}
	}
	return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonReceiver}
}

func isTypedField(x Ref) bool {
	s := x.symbol()
	return s.Kind == projectbase.KindField && s.Type != ""
}

// ownMembers returns the members of a name that a type declares, wherever.
func (ms *members) ownMembers(t Ref, name string) []Ref {
	s := t.symbol()
	refs := refsOf(t.File, t.File.memberNamed(t.Ordinal, name))
	for _, i := range t.File.named(name) {
		if t.File.Symbols[i].Container != t.Ordinal && t.File.holder(i) == t.Ordinal {
			refs = append(refs, Ref{t.File, i})
		}
	}
	refs = append(refs, ms.bases.membersElsewhere(t, name)...)
	inside := len(refs) > 0
	for _, x := range some(ms.p.group(t.File).owned[s.Name+"."+name], ms.file, nil) {
		// What a type has itself goes before what extends it.
		if extension := extends(x); ms.extensions.belongs(x, t) && !(extension && (inside || ms.extensions.ownerOf(x) != t || !ms.visible.extensionInScope(x))) {
			refs = append(refs, x)
		}
	}
	return refs
}

// belongs reports whether a member outside of its type can be one of t.
func (ext *extensions) belongs(x, t Ref) bool {
	switch t.File.scope.Unit {
	case lang.UnitDirectory:
		return x.File.Path.Dir() == t.File.Path.Dir() && (!isTestFile(x.File) || isTestFile(ext.file))
	case lang.UnitFile:
		return x.File == t.File || t.File.scope.Open
	}
	return t.File.scope.Imports != lang.ImportsIncludes || ext.definedFor(x, t)
}

// definedFor reports whether the owner that a member outside of its type is
// written with is t: by the namespaces around it, or else by what the name means.
func (ext *extensions) definedFor(x, t Ref) bool {
	owner, full := dotted(withoutArguments(x.symbol().Owner)), qualifiedName(t)
	for space := namespaceOf(site{file: x.File, symbol: x.symbol().Container}); ; {
		if withoutArguments(full) == join(space, owner) {
			return true
		}
		if space == "" {
			break
		}
		space = space[:max(strings.LastIndexByte(space, '.'), 0)]
	}
	o := ext.ownerOf(x)
	return !o.none() && qualifiedName(o) == full
}

// qualifiedName returns a symbol's name after those of what holds it.
func qualifiedName(t Ref) string {
	s := t.symbol()
	name := dotted(s.Name)
	for c := s.Container; c != projectbase.NoSymbol; c = t.File.Symbols[c].Container {
		name = dotted(t.File.Symbols[c].Name) + "." + name
	}
	return name
}

// sameName reports whether two symbols have one qualified name.
func sameName(x, y Ref) bool {
	s, t := x.symbol(), y.symbol()
	for s.Name == t.Name && s.Container != projectbase.NoSymbol && t.Container != projectbase.NoSymbol {
		s, t = &x.File.Symbols[s.Container], &y.File.Symbols[t.Container]
	}
	if s.Name == t.Name && s.Container == projectbase.NoSymbol && t.Container == projectbase.NoSymbol {
		return true
	}
	return qualifiedName(x) == qualifiedName(y) // what holds them may be written in one or in several
}

// inheritedBeside is inherited where other types have been looked into.
func (ms *members) inheritedBeside(t Ref, name string, want want, seen *visited) found {
	var f found
	var pkg string
	if t.File.scope.Mixins {
		f, pkg = ms.inLinear(t, name, want)
	} else {
		f, pkg = ms.inBases(ms.bases.baseTypes(t), name, want, seen)
	}
	if len(f.refs) > 0 {
		return f
	}
	s := t.symbol()
	if s.Kind == projectbase.KindType && s.Type != "" && len(*seen) < maxDepth {
		named := &typ{text: s.Type, at: site{t.File, s.Container, s.Line, 0}}
		if parts := ms.types.alternatives(named); len(parts) > 0 {
			return ms.inUnion(parts, name, want, seen)
		}
		under := ms.types.resolveType(named)
		if !under.sym.none() && under.sym != t {
			return ms.memberBeside(under.sym, name, want, seen)
		}
		pkg = under.pkg
	}
	if pkg != "" {
		return found{pkg: pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
	}
	return found{}
}

// inBases finds a member in the first of several types that has it, or the package
// outside of the project that may have it.
func (ms *members) inBases(bases []typ, name string, want want, seen *visited) (f found, pkg string) {
	for i := range bases {
		b := &bases[i]
		if b.sym.none() {
			if pkg == "" {
				pkg = b.pkg
			}
			continue
		}
		f := ms.memberBeside(b.sym, name, want, seen)
		if len(f.refs) > 0 {
			f.reason = projectbase.ReasonInherited
			return f, ""
		}
		if pkg == "" {
			pkg = f.pkg
		}
	}
	return found{}, pkg
}

// resolveType finds the symbol of a type.
func (ts *types) resolveType(t *typ) typ {
	if !t.sym.none() || t.text == "" {
		return *t
	}
	text := parseType(t.text)
	if text.name == "" || !isNameStart(text.name) {
		return typ{}
	}
	return ts.typeNamed(text.name, t.at)
}

// typeNamed finds the type that a chain of names means at a place.
func (ts *types) typeNamed(text string, at site) typ {
	return remember(ts.task, ts.memo, typePlace{text, at}, func() typ { return ts.finder.findType(text, at) })
}

func (tl *typeLookup) findType(text string, at site) typ {
	if !tl.enter() {
		return typ{}
	}
	defer tl.leave()
	list, ok := chain(text)
	key := typeKey{text, at.file, at.symbol}
	switch {
	case !ok:
		return typ{}
	case tl.open[key]: // what a type is based on does not depend on itself
		tl.cuts++
		return typ{}
	}
	tl.open[key] = true
	defer delete(tl.open, key)
	want := wantAny
	if len(list) == 1 {
		want = wantType
	}
	f := tl.scopes.lookup(list[0].name, at, want)
	if l := f.local; l != nil {
		if l.Kind != projectbase.BindParameter || l.Source == "" || len(list) > 1 {
			return typ{}
		}
		return tl.types.resolveType(&typ{text: l.Source, at: site{at.file, l.Symbol, l.Line, 0}})
	}
	for i, s := range list[1:] {
		want = wantAny
		if i == len(list)-2 {
			want = wantType
		}
		f = tl.values.member(tl.values.foundValue(f), s.name, want)
	}
	for _, x := range tl.choose(wantType.filter(f.refs), at) {
		return typ{sym: x}
	}
	return typ{pkg: f.pkg}
}

// choose leaves of several symbols of one name those that a reference can mean:
// one of the overloads, of the builds, of a declaration and its definition.
func (t *task) choose(refs []Ref, at site) []Ref {
	if len(refs) < 2 {
		return refs
	}
	refs = inOrder(refs)
	if whole := keep(refs, func(x Ref) bool { return !isPrototype(x) }); len(whole) > 0 {
		refs = whole
	}
	if own := keep(refs, func(x Ref) bool { return x.File == at.file }); len(own) > 0 && (t.scope.Unit != lang.UnitNamespace || t.scope.Imports == lang.ImportsIncludes) {
		refs = own
	}
	if here := keep(refs, func(x Ref) bool { return !otherBuild(x.File.Path) }); len(here) > 0 {
		refs = here
	}
	first := refs[0]
	other := func(x Ref) bool {
		return x.symbol().Owner != first.symbol().Owner || x.symbol().Params != first.symbol().Params || !t.oneUnit(x, first) || !sameName(x, first)
	}
	if !slices.ContainsFunc(refs, other) {
		return refs[:1] // builds of one callable, or parts of one type
	}
	return refs
}

// oneUnit reports whether two symbols of one qualified name are of one entity.
func (t *task) oneUnit(x, y Ref) bool {
	scope := x.File.scope
	if x.File == y.File {
		// Of Rust's, each is for another build, or of another trait: which is meant is not known.
		return x == y || scope.Imports != lang.ImportsCrates || !x.symbol().Kind.IsCallable()
	}
	switch scope.Unit {
	case lang.UnitDirectory:
		return x.File.Path.Dir() == y.File.Path.Dir()
	case lang.UnitNamespace, lang.UnitProject:
		if scope.Imports == lang.ImportsIncludes {
			return false // which of the files is linked is not known
		}
		return x.File.scope.Open
	}
	return false
}

func keep(refs []Ref, ok func(Ref) bool) []Ref {
	return slices.DeleteFunc(slices.Clone(refs), func(x Ref) bool { return !ok(x) })
}

func isDefinition(x Ref) bool { return !isPrototype(x) }

// isPrototype reports whether a symbol is declared elsewhere with its body.
func isPrototype(x Ref) bool {
	s := x.symbol()
	return s.Word == "prototype" || s.Word == "forward"
}
