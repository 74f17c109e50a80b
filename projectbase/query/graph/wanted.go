package graph

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
)

// foreignReader reads the references of one file that may lead to other
// projects.
type foreignReader struct {
	g        *symbol.Reader
	f        *symbol.File
	refs     store.References
	bindings []projectbase.Binding
	local    map[string]projectbase.Import // by alias
	spaces   []string                      // namespaces that the file imports, and its own
	read     bool                          // bindings are read
}

func readForeign(g *symbol.Reader, f *symbol.File) (*foreignReader, error) {
	o := &foreignReader{g: g, f: f}
	var err error
	if o.refs, err = g.Snapshot.References(f.Info.ID); err != nil {
		return nil, err
	}
	var imports []projectbase.Import
	if o.local, imports, err = aliases(g, f.Info.ID); err != nil {
		return nil, err
	}
	for _, m := range imports {
		if m.Name == "" || m.Name == "*" {
			o.space(strings.Trim(strings.ReplaceAll(m.Module, `\`, "."), "."))
		}
	}
	for i := range f.Symbols {
		if f.Symbols[i].Kind != projectbase.KindNamespace {
			continue
		}
		// Names of the enclosing namespaces need no import.
		n := symbol.Node{File: f, Ordinal: int32(i)}
		for full := n.Qualified(); full != ""; full = full[:max(0, strings.LastIndexByte(full, '.'))] {
			o.space(full)
		}
	}
	return o, nil
}

func (o *foreignReader) space(name string) {
	if name != "" && !slices.Contains(o.spaces, name) {
		o.spaces = append(o.spaces, name)
	}
}

func (o *foreignReader) text(t projectbase.TermID) string {
	if t == projectbase.NoTerm || int(t) >= len(o.refs.Names) {
		return ""
	}
	return o.refs.Names[t]
}

// name returns the name of a reference before an import renamed it.
func (o *foreignReader) name(i int) string {
	r := &o.refs.List[i]
	name := o.text(r.Name)
	if m, ok := o.local[name]; ok && r.Qualifier == projectbase.NoTerm {
		return m.Name
	}
	return name
}

// wanted describes a reference that may lead to another project; false if it
// resolves in this one or nothing points outside.
func (o *foreignReader) wanted(i int) (Wanted, bool, error) {
	r := &o.refs.List[i]
	e := o.f.Edges.At(i)
	rules := &o.f.Language.Foreign
	w := Wanted{Family: o.f.Language.Family(), Name: o.name(i), Bare: r.Qualifier == projectbase.NoTerm, tier: projectbase.TierExact}
	switch e.Tier {
	case projectbase.TierExternal:
		w.Package = e.Package
	case projectbase.TierNone:
		if rules.Unresolved == lang.UnresolvedNone || rules.Unresolved == lang.UnresolvedWildcard && len(o.spaces) == 0 {
			return w, false, nil
		}
		w.Spaces = o.spaces
	default:
		return w, false, nil
	}
	if w.Bare && rules.StaticImports && r.Kind == projectbase.RefCall && w.Package != "" {
		// A static import takes the member from its type.
		w.Hints = append(w.Hints, symbol.LastPart(w.Package))
	}
	if !w.Bare {
		qualifier := o.text(r.Qualifier)
		if err := o.hint(&w, qualifier, r); err != nil {
			return w, false, err
		}
		if w.Package == "" {
			w.qualified(qualifier, rules.RootQualifies)
		}
	}
	return w, true, nil
}

// qualified adds the package or namespace in a qualifier: Acme.Lib in
// Acme.Lib.Helper.Run, the crate in crate_name::run.
func (w *Wanted) qualified(qualifier string, byRoot bool) {
	name := strings.ReplaceAll(strings.ReplaceAll(qualifier, "::", "."), `\`, ".")
	if strings.ContainsAny(name, "()[]<> ") {
		return
	}
	if byRoot {
		first, _, _ := strings.Cut(name, ".")
		w.Spelled = []string{first}
		return
	}
	w.Spelled = []string{name}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		w.Spelled = append(w.Spelled, name[:i])
	}
}

// hint adds the names of types and functions in the qualifier of a reference.
func (o *foreignReader) hint(w *Wanted, qualifier string, r *projectbase.Reference) error {
	add := func(name string) {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(w.Hints, name) {
			w.Hints = append(w.Hints, name)
		}
	}
	for _, name := range chainNames(qualifier) {
		add(name)
	}
	head := chainHead(qualifier)
	if m, ok := o.local[head]; ok {
		add(m.Name)
	}
	if !o.read {
		var err error
		if o.bindings, err = o.g.Snapshot.Bindings(o.f.Info.ID); err != nil {
			return err
		}
		o.read = true
	}
	for i := range o.bindings {
		b := &o.bindings[i]
		if o.text(b.Name) != head || b.Symbol != projectbase.NoSymbol && !reaches(o.f, b.Symbol, r.Symbol) {
			continue
		}
		for _, name := range chainNames(o.text(b.Source)) {
			add(name)
			if m, ok := o.local[name]; ok {
				add(m.Name)
			}
		}
	}
	// A field is known by its declaration.
	for i := range o.f.Symbols {
		s := &o.f.Symbols[i]
		if s.Type != "" && s.Name == symbol.LastPart(qualifier) {
			for _, name := range chainNames(s.Type) {
				add(name)
			}
		}
	}
	return nil
}

// reaches reports whether a local binding is visible at a symbol: inside the
// same symbol, or in the same type.
func reaches(f *symbol.File, holder, at int32) bool {
	if f.Holds(holder, at) {
		return true
	}
	if at == projectbase.NoSymbol {
		return false
	}
	c := f.Symbols[at].Container
	return c != projectbase.NoSymbol && (c == holder || f.Symbols[holder].Container == c)
}

// chainNames returns the last two names of a chain or type, the last one first:
// Helper for "new Helper()".
func chainNames(text string) []string {
	if i := strings.IndexByte(text, '('); i > 0 {
		text = text[:i] + strings.ReplaceAll(text[i:], "()", "")
	}
	words := strings.FieldsFunc(text, func(c rune) bool {
		return !(c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127)
	})
	slices.Reverse(words)
	return words[:min(2, len(words))]
}

// chainHead returns the first name of a chain.
func chainHead(text string) string {
	words := strings.FieldsFunc(text, func(c rune) bool {
		return strings.ContainsRune(".:()[]<>*& ?\\-", c)
	})
	if len(words) == 0 {
		return ""
	}
	if (words[0] == "this" || words[0] == "self") && len(words) > 1 {
		return words[1]
	}
	return words[0]
}
