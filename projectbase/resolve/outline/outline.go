// Package outline holds the declarations of a file that other files can see. It encodes them
// for the index, and compares two versions of a file.
package outline

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
)

// Outline holds the declarations of a file that other files can see, and those that its
// own references need. It must not change after a Project takes it.
type Outline struct {
	ID       uint32 // of the file in the index
	Path     projectbase.Path
	Language string
	Symbols  []Symbol // by ordinal
	Bases    []Base
	Imports  []projectbase.Import
	Values   []Binding // values of symbols without a declared type, and results of callables

	Scope *lang.Scope // of the language; set when a Project takes the outline
	lazy  *orders
}

// Symbol holds the parts of a projectbase.Symbol that resolution needs.
type Symbol struct {
	Kind       projectbase.Kind
	Flags      projectbase.SymbolFlags
	Visibility projectbase.Visibility
	Word       string
	Name       string
	Owner      string
	Type       string
	Params     string // parameters of a callable, as written, in languages with overloads; else ""
	Container  int32
	Slot       uint32 // stable id of the symbol in its file
	Line       uint32
}

// HasTitle reports whether a symbol is a test with a title in place of a name. No
// reference can name it.
func (s *Symbol) HasTitle() bool { return s.Flags.Has(projectbase.FlagTest) && titleWords[s.Word] }

// titleWords are the keywords of tests with titles: describe "a formula", TEST(Suite,
// Name) { }.
var titleWords = map[string]bool{"macro call": true, "describe": true, "context": true, "feature": true, "it": true, "specify": true, "test": true,
	"example": true, "scenario": true, "shared_examples": true, "shared_context": true}

// Base is a type that a symbol extends, implements or mixes in.
type Base struct {
	Symbol int32
	Chain  string // as written, with its qualifier
}

// New returns the outline of a file. slots are the slots of its symbols by ordinal; nil
// means that each slot is the ordinal. The outlines of a project share texts.
func New(id uint32, path projectbase.Path, f *projectbase.Facts, slots []uint32, scope *lang.Scope, texts Texts) *Outline {
	o := &Outline{ID: id, Path: path, Language: texts.keep(f.Language), Symbols: make([]Symbol, len(f.Symbols)), lazy: &orders{}}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		o.Symbols[i] = Symbol{Kind: s.Kind, Flags: s.Flags, Visibility: s.Visibility, Word: texts.keep(s.Word), Name: texts.keep(s.Name),
			Owner: texts.keep(ownerName(s)), Type: texts.keep(s.Type), Container: s.Container, Slot: uint32(i), Line: s.NameLine}
		if slots != nil {
			o.Symbols[i].Slot = slots[i]
		}
		if scope != nil && scope.Overloads && s.Kind.IsCallable() {
			o.Symbols[i].Params = texts.keep(parameterText(s))
		}
	}
	for _, m := range f.Imports {
		m.Module, m.Name, m.Alias = texts.keep(m.Module), texts.keep(m.Name), texts.keep(m.Alias)
		o.Imports = append(o.Imports, m)
	}
	text := func(t projectbase.TermID) string {
		if t == projectbase.NoTerm {
			return ""
		}
		return f.Terms.Text(t)
	}
	for i := range f.References {
		r := &f.References[i]
		if r.Symbol >= 0 && (r.Kind == projectbase.RefExtends || r.Kind == projectbase.RefImplements) {
			o.Bases = append(o.Bases, Base{r.Symbol, texts.keep(expr.Join(text(r.Qualifier), text(r.Name)))})
		}
	}
	o.addValues(f.Bindings, text, texts)
	return o
}

// addValues keeps the bindings that give the values of symbols, and the bindings of local
// names that those values begin with.
func (o *Outline) addValues(list []projectbase.Binding, text func(projectbase.TermID) string, texts Texts) {
	needed := map[LocalName]bool{}
	own := func(b *projectbase.Binding) bool {
		return b.Name == projectbase.NoTerm || o.visible(b.Symbol, b.Line, text(b.Name))
	}
	for i := range list {
		if b := &list[i]; own(b) && b.Symbol != projectbase.NoSymbol {
			if parts, ok := expr.Chain(text(b.Source)); ok {
				needed[LocalName{b.Symbol, parts[0].Name}] = true
			}
		}
	}
	for i := range list {
		b := &list[i]
		name := text(b.Name)
		if own(b) || needed[LocalName{b.Symbol, name}] {
			o.Values = append(o.Values, NewBinding(b, texts.keep(name), texts.keep(text(b.Source))))
		}
	}
}

// visible reports whether a binding belongs to a symbol of the file.
func (o *Outline) visible(holder int32, line uint32, name string) bool {
	if holder == projectbase.NoSymbol || !o.Symbols[holder].Kind.IsCallable() {
		return true
	}
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Line == line && s.Name == name {
			return true
		}
	}
	return false
}

// ownerName returns the type that a symbol belongs to, if that is not its container. An
// extension method of C# belongs to the type of its first parameter, which only its
// signature has: "static int Twice(this int n)".
func ownerName(s *projectbase.Symbol) string {
	if s.Owner != "" || s.Kind != projectbase.KindMethod || !s.Flags.Has(projectbase.FlagStatic) {
		return s.Owner
	}
	_, rest, ok := strings.Cut(s.Signature, "(this ")
	if !ok {
		return ""
	}
	first := expr.SplitAny(rest, ",)")[0]
	for _, word := range []string{"ref ", "in ", "scoped ", "readonly "} {
		first = strings.TrimPrefix(first, word)
	}
	i := strings.LastIndexByte(first, ' ')
	if i < 0 {
		return ""
	}
	return strings.TrimRight(strings.TrimSpace(first[:i]), "?")
}

// EnclosingScope returns the container in which a symbol is known by its name alone,
// NoSymbol for the file. In C, enumerators are known around their enum and macros
// everywhere.
func (o *Outline) EnclosingScope(i int32) int32 {
	s := &o.Symbols[i]
	if s.Container == projectbase.NoSymbol || s.Kind != projectbase.KindMacro && s.Kind != projectbase.KindEnumMember || o.Scope.Imports != lang.ImportsIncludes {
		return s.Container
	}
	if s.Kind == projectbase.KindMacro {
		return projectbase.NoSymbol
	}
	if c := &o.Symbols[s.Container]; c.Kind == projectbase.KindEnum {
		return c.Container
	}
	return s.Container
}

// WordExtension is the word of a namespace whose members belong to the type of the same
// name.
const WordExtension = "extension"
