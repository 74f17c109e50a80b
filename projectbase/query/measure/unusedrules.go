package measure

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/about"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query/symbol"
)

// protect finds the role of each symbol. A root is used without a visible
// reference: entry points, tests, exports, decorated and generated symbols, and
// symbols in languages with unresolved references. A part is used together with
// its container: fields, constructors, and members that are called through
// another declaration.
func (u *unused) protect() error {
	n := u.symbols()
	u.roles, u.tests, u.holder = make([]role, n), make([]bool, n), u.holders()
	u.foreign = make([]bool, n)
	u.testFiles = make([]bool, len(u.files))
	for i, f := range u.files {
		u.testFiles[i] = symbol.IsTestFile(f) || isBench(f.Info.Path)
	}
	r := &rules{unused: u, marked: make([]bool, n), extending: make([]bool, n), abstract: map[spelling]bool{}}
	if err := r.bases(); err != nil {
		return err
	}
	u.each(func(number, file int32, n symbol.Node) {
		if s := n.Symbol(); u.holder[number] != nowhere && s.Name != "" {
			if holds(n.File.Language.Usage.Extension, s) {
				r.extending[u.holder[number]] = true
			}
			if h := u.symbol(u.holder[number]); h.Kind == projectbase.KindInterface || s.Flags.Has(projectbase.FlagAbstract) {
				r.abstract[spelling{n.File.Info.Language, s.Name}] = true
			}
		}
		if u.testFiles[file] || n.Symbol().Flags.Has(projectbase.FlagTest) ||
			n.Symbol().Container != projectbase.NoSymbol && u.tests[u.first[file]+n.Symbol().Container] {
			u.tests[number] = true
		}
	})
	if err := r.decorations(); err != nil {
		return err
	}
	u.each(func(number, _ int32, n symbol.Node) { u.roles[number] = r.role(number, n) })
	return nil
}

// isBench reports whether a file lies in a directory for benchmarks, which
// runners find by name.
func isBench(p projectbase.Path) bool {
	for part := range strings.SplitSeq(string(p.Dir()), "/") {
		if part == "benches" || part == "bench" || part == "benchmarks" {
			return true
		}
	}
	return false
}

// spelling is a name in a language.
type spelling struct{ language, name string }

// rules has the facts that decide the roles of symbols.
type rules struct {
	*unused
	abstract map[spelling]bool // members that subtypes implement
	inBase   map[spelling]bool // members of types that others are based on
	derived  []bool            // types that are based on others
	marked   []bool            // symbols with a decorator that may use them
	// extending are types whose methods are all called on other types, so that no
	// code names them.
	extending []bool
}

// bases finds types with base types, and members of base types.
func (r *rules) bases() error {
	n := r.symbols()
	r.derived, r.inBase = make([]bool, n), map[spelling]bool{}
	isBase := make([]bool, n)
	var down []pair // from a base type to its subtypes
	err := r.arcs(false, func(a arc) {
		if a.from != nowhere && (a.kind == projectbase.RefExtends || a.kind == projectbase.RefImplements) {
			r.derived[a.from], isBase[a.to] = true, true
			down = append(down, pair{a.to, a.from})
		}
	})
	if err != nil {
		return err
	}
	for i, f := range r.files {
		for x, ref := range f.Refs {
			if ref.Symbol == projectbase.NoSymbol || ref.Kind != projectbase.RefExtends && ref.Kind != projectbase.RefImplements {
				continue
			}
			if at := r.first[i] + ref.Symbol; !symbol.Useful(f.Edges.At(x).Tier) {
				r.derived[at], r.foreign[at] = true, true
			}
		}
	}
	newNeighbours(n, down).reach(r.foreign)
	r.each(func(number, _ int32, n symbol.Node) {
		if h := r.holder[number]; h != nowhere && isBase[h] {
			r.inBase[spelling{n.File.Info.Language, n.Symbol().Name}] = true
		}
	})
	return nil
}

// decorations marks symbols with a decorator that may use them.
func (r *rules) decorations() error {
	harmless := map[string]bool{}
	for _, l := range r.g.Index.Languages().All() {
		for _, name := range l.Usage.Decorators {
			harmless[name] = true
		}
	}
	for i, f := range r.files {
		has := slices.ContainsFunc(f.Refs, func(x projectbase.Reference) bool { return x.Kind == projectbase.RefDecorate })
		if !has {
			continue
		}
		refs, err := r.g.Snapshot.References(f.Info.ID)
		if err != nil {
			return err
		}
		for _, x := range refs.List {
			if x.Kind != projectbase.RefDecorate || harmless[refs.Names[x.Name]] {
				continue
			}
			if o := decorated(f, &x); o != projectbase.NoSymbol {
				r.marked[r.first[i]+o] = true
			}
		}
	}
	return nil
}

// decorated returns the symbol of a decorator.
func decorated(f *symbol.File, x *projectbase.Reference) int32 {
	after, _ := slices.BinarySearchFunc(f.Symbols, x, func(s projectbase.Symbol, x *projectbase.Reference) int {
		if s.Span.Line < x.Line || s.Span.Line == x.Line && s.Span.Column <= x.Column {
			return -1
		}
		return 1
	})
	for o := int32(after) - 1; o >= 0 && o >= int32(after)-4; o-- {
		if s := &f.Symbols[o]; x.Line < s.NameLine || x.Line == s.NameLine && x.Column < s.NameColumn {
			return o
		}
	}
	return projectbase.NoSymbol
}

func (r *rules) role(number int32, n symbol.Node) role {
	s, f, usage := n.Symbol(), n.File.Info, &n.File.Language.Usage
	member := r.holder[number] != nowhere && r.symbol(r.holder[number]).Kind.IsType()
	switch {
	case r.tests[number], !usage.Judged, f.Generated, f.Partial != "":
		return root
	case about.EntryPoint(f.Path, n.File.Language, s), s.Flags.Has(projectbase.FlagEntry), s.Flags.Has(projectbase.FlagDefault), r.marked[number]:
		return root
	case !member && (slices.Contains(usage.Called, s.Name) || usage.Special != nil && usage.Special(s.Name)),
		usage.Conventions != nil && usage.Conventions(f.Path, s):
		return root
	case !judged(s), nameless(usage, s.Name), r.literal(number, n):
		return part
	case member && r.dispatched(number, n):
		return part
	case r.extending[number]:
		return root
	case member && holds(usage.Extension, s) && !s.Flags.Has(projectbase.FlagExported):
		return candidate
	case s.Flags.Has(projectbase.FlagExported) && !r.open(n):
		// An exported member of an unexported type is only visible through other
		// types.
		if member {
			return part
		}
		return root
	}
	return candidate
}

// holds reports whether a rule of a language is true of a symbol. A nil rule is
// never true.
func holds(rule func(*projectbase.Symbol) bool, s *projectbase.Symbol) bool {
	return rule != nil && rule(s)
}

// judged reports whether a symbol of this kind can be unused on its own.
// Fields, operators and constructors belong to their types.
func judged(s *projectbase.Symbol) bool {
	switch s.Kind {
	case projectbase.KindFunction, projectbase.KindMethod, projectbase.KindClass, projectbase.KindStruct, projectbase.KindInterface,
		projectbase.KindEnum, projectbase.KindType, projectbase.KindVariable, projectbase.KindConstant:
		return true
	}
	return false
}

// nameless reports whether no code can use a symbol by this name.
func nameless(usage *lang.Usage, name string) bool {
	return name == "" || name == "_" || name[0] == '[' || usage.Nameless != nil && usage.Nameless(name)
}

// literal reports whether a symbol is part of a value: a member of an object
// literal, or a function that is assigned to a property or local variable.
func (r *rules) literal(number int32, n symbol.Node) bool {
	h := r.holder[number]
	if h == nowhere { // a method of an anonymous object
		return n.Symbol().Kind == projectbase.KindMethod && n.Symbol().Owner == "" && n.File.Language.Usage.Literals
	}
	s, of := n.Symbol(), r.symbol(h)
	if of.Word == "object" || of.Kind == projectbase.KindVariable || of.Kind == projectbase.KindConstant || s.Kind == projectbase.KindMethod && !of.Kind.IsType() {
		return true
	}
	if !of.Kind.IsCallable() || !n.File.Language.Usage.Literals {
		return false
	}
	first, _, _ := strings.Cut(s.Signature, " ")
	return first == s.Name // it is not declared with a keyword
}

// open reports whether an exported symbol can be unused.
func (r *rules) open(n symbol.Node) bool { return r.q.Exported || internal(n.File) }

// internal reports whether other projects cannot use the exports of a file.
func internal(f *symbol.File) bool {
	rule := f.Language.Usage.Internal
	return rule != nil && rule(f.Info.Path)
}

// dispatched reports whether a member may be called through a member that it
// overrides or implements, or by the language.
func (r *rules) dispatched(number int32, n symbol.Node) bool {
	s, usage, holder := n.Symbol(), &n.File.Language.Usage, r.holder[number]
	at := spelling{n.File.Info.Language, s.Name}
	switch {
	case s.Flags&(projectbase.FlagOverride|projectbase.FlagAbstract) != 0, r.symbol(holder).Kind == projectbase.KindInterface,
		usage.Members != nil && usage.Members(s.Name), r.abstract[at]:
		return true
	case r.derived[holder] && r.inBase[at]:
		return true
	case holds(usage.Dispatched, s):
		return true
	}
	return !usage.NoOverrides && r.foreign[holder] && !inward(s)
}

// exported reports whether other projects may use a unit.
func (u *unused) exported(unit int32) bool {
	n := u.node(unit)
	return n.Symbol().Flags.Has(projectbase.FlagExported) && !internal(n.File)
}

// guarded reports whether code outside of the index may call a unit: an event
// handler that a designer file binds, an override of an external member, or a
// member that is called without a known type.
func (u *unused) guarded(unit int32) bool {
	n := u.node(unit)
	s, h := n.Symbol(), u.holder[unit]
	usage := &n.File.Language.Usage
	if holds(usage.Handler, s) {
		return true
	}
	if h == nowhere || !u.symbol(h).Kind.IsType() || s.Kind != projectbase.KindMethod || s.Visibility == projectbase.VisibilityPrivate && s.Access != "" {
		return false
	}
	return usage.Dynamic && (u.foreign[h] || !inward(s))
}

// inward reports whether only its own type uses a member.
func inward(s *projectbase.Symbol) bool {
	return s.Visibility == projectbase.VisibilityPrivate || strings.HasPrefix(s.Name, "_") || strings.HasPrefix(s.Name, "#")
}
