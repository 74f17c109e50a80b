// Package lang says what a programming language is to this product: data, and a
// hook where a table cannot say it. Each language is a folder below this one,
// and lang/all is the only list of them. Extraction is written once, in package
// extract, over these tables.
package lang

import (
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
)

// Language is a language's tables. Node kinds are those of its grammars, and a
// test holds each name against them; "kind" below always means a named one,
// and a token is a literal one.
type Language struct {
	ID           string   // as in answers and configuration: "go", "csharp"
	Name         string   // for people: "Go", "C#"
	Extensions   []string // lower-case, with the dot
	Filenames    []string // whole names that need no extension, such as "Rakefile"
	Interpreters []string // names after #!, without version: "python"

	Rank       int    // 2 for a language with words and only the natural symbols, 0 or 1 for one with all
	ErrorShare string // for people: how many files of real trees the grammar does not read whole; "" is unknown
	Extracts   string // for people: what is extracted but words, where the tables do not tell
	OptIn      bool   // indexed only where the configuration names it
	Rest       bool   // takes every file that no other language does; such a language is OptIn

	// Claims are extensions of another language, each with what tells by the first
	// bytes of a file that it is one of this language.
	Claims map[string]func(head []byte) bool
	// Adopts are extensions of another language whose files are of this one in a
	// project that has no other files of that language.
	Adopts []string

	// Prepare says how a file reads to the grammar before anything is parsed, for
	// languages whose text is not what the grammar describes: C before its
	// preprocessor ran. As with Repairs, words and texts are those of the file.
	Prepare func(source []byte) []Edit

	// Dialects are the grammars. The first is for every extension that no other claims.
	// Of a language without any, files are words only.
	Dialects []Dialect

	// Words and roles.
	Identifiers    []string // leaf kinds whose text is an item, whatever it spells
	Names          []string // leaf kinds that are identifiers only where they are declared or referred to: words of a command line
	Keywords       []string // words that are no items where they are not an identifier node
	Reserved       []string // keywords that are no items even where the grammar makes an identifier of them: Self in Rust
	Comments       []string // kinds that are comments
	Strings        []string // kinds that are string or character literals, with all inside
	Interpolations []string // kinds inside strings that are code again; a leaf may be an identifier too: "$name"
	Texts          []string // kinds of raw text: words in the role code, keywords too

	// Declarations.
	Declarations []Declaration
	Wrappers     []string                                 // kinds around a declaration that belong to it: export statements, decorated definitions
	Attributes   []string                                 // children of a declaration that neither signature nor prototype shows
	Lifted       []string                                 // kinds that the tree leaves out, what they hold being children of the node around: lists of modifiers
	Leading      []string                                 // kinds of siblings right before a declaration that belong to it: decorators of a member
	Closures     []string                                 // kinds of callables that may have no symbol: what is Flat inside them is a local
	ModifierOf   []string                                 // kinds that hold modifiers, as children of a declaration
	Tokens       []string                                 // literal tokens that the tree must show: modifiers and operators
	Modifiers    map[string]Modifier                      // by the modifier's text, or by what is before its arguments: "pub(", "private["
	Docstring    func(t *syntax.Tree, body uint32) uint32 // text without quotes that documents what has the body; node 0 is the file's
	DocMarkup    bool                                     // doc comments hold XML tags, which are dropped

	// References.
	Calls     []Call
	Members   []Member
	Unwrap    map[string]string // kinds that stand for one of their children where a name is asked for; value: field, or "" for the first child
	TypeNames []string          // leaf kinds that always name a type
	TypeKinds []string          // kinds whose identifier children name types
	TypeField []string          // fields whose identifier child names a type
	Extra     map[string]func(*Visit)

	// Arguments are kinds that list what a call is given, or hold such a list, in languages whose functions may share
	// a name: what is given tells which is meant.
	Arguments []string

	// Values are leaf kinds that name a value where nothing else is known of them: a function that is passed on, an
	// entry of a table, a variable of the file. They are references, unless a callable around them binds the name. The other tables say where they are no values, by the kind of the node around them or, as
	// "kind.field", by their field in it.
	Values []string
	Called bool     // such a name is a call where nothing binds it, also before a dot: Ruby
	Binds  []string // they bind the name: parameters, local variables
	Labels []string // they name something else: labels, names of arguments
	Spread []string // they are what the node around them is: lists on the left of an assignment

	// Where the types and values of names come from: see projectbase.Binding.
	Bindings  []Binding
	Patterns  []Pattern
	Chains    []Chain
	Lists     []string // kinds that list several values, as on the right of "a, b = c, d"
	Annotated []string // kinds that hold a type behind what introduces it: ": T", "extends T"
	Blocks    []string // kinds at whose end the names are forgotten that are bound in them, callables without a symbol among them
	Inferred  []string // what stands for a type that the value has: var, auto
	Results   []string // kinds that return their first child from a callable; bodies that are expressions do without
	Tails     []string // kinds of bodies whose last child is what the callable returns
	Capitals  bool     // names in patterns that begin with a capital are constants

	// Metrics.
	Branches []string // kinds that branch
	// Fallback reports that a branch is the one that remains when no other is
	// taken, which decides nothing: a switch's default. nil if kinds tell.
	Fallback  func(t *syntax.Tree, branch uint32) bool
	Loops     []string // kinds that loop
	Returns   []string // kinds, or tokens, that leave the callable with a value or without
	Yields    []string // kinds that make the callable a generator
	Operators []string // tokens that branch: && || ?:
	Within    []string // kinds of the parents that make such a token branch, where it has other uses; nil for all
	Else      []string // kinds or fields that hold an "else if", which nests no deeper

	// Foresee says by the text alone, which must be cheap, where the grammar will
	// fail and how the text reads to it then. It is believed where the tree has no
	// errors at all; else the file is read as it stands, and repaired.
	Foresee func(source []byte) []Edit

	// Repairs say how text that the grammar fails on reads to it, each being a
	// further attempt at a file whose tree has errors. Their edits touch only what
	// is parsed: words and texts are those of the file.
	Repairs []func(t *syntax.Tree) []Edit

	// Scope says how names are looked up; nil is a language whose names mean nothing
	// outside of their file.
	Scope *Scope

	// Rules about a symbol as a whole.
	Finish func(f *File, s *projectbase.Symbol)
}

// Edit puts Text in the place of a piece of a file, for the parser. A list of
// them is in order and does not overlap; Text has the newlines that it replaces.
type Edit struct {
	Start, End uint32 // byte offsets, half-open
	Text       string
	Hide       bool // signatures leave the piece out
}

// InOrder sorts edits, in place, and drops those that begin inside of an earlier
// one. Those of no length may be followed by others at their place.
func InOrder(edits []Edit) []Edit {
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	end := uint32(0)
	return slices.DeleteFunc(edits, func(e Edit) bool {
		if e.Start < end {
			return true
		}
		end = e.End
		return false
	})
}

// Dialect is one grammar of a language.
type Dialect struct {
	Name       string
	Extensions []string // of the language's extensions, those parsed by this grammar
	Grammar    func() *sitter.Language
}

// Declaration is a kind of node that declares symbols.
type Declaration struct {
	Node string
	Kind projectbase.Kind
	Word string // Symbol.Word; "" is the kind's own name
	Name string // field with the name, several children of it being several symbols; "" is "name"
	Body string // field where the head ends; "" is "body"
	Type string // field with the declared result or value type; "" is none
	// Flat says that the declared symbol is only one outside of callables: a
	// variable of a file or type, but not a local.
	Flat bool
	// Once says that Refine may set Declared.Once.
	Once bool
	// Refine corrects what the table says, or returns false: no declaration.
	Refine func(t *syntax.Tree, node uint32, d *Declared) bool
}

// Declared is a declaration as read from the tree. Node indices may be syntax.None.
type Declared struct {
	Kind       projectbase.Kind
	Word       string
	Names      []uint32 // nodes with names, one symbol each
	Text       string   // name where no node spells it, such as "this[]" of an indexer
	Body       uint32   // where the head ends
	Type       uint32   // declared type
	TypeText   string   // declared type where no single node spells it
	Owner      string   // see projectbase.Symbol
	Prefix     string   // put before the head where no wrapper says it, such as "type " in a group
	Suffix     string   // put after the head
	Access     string
	Visibility projectbase.Visibility
	Flags      projectbase.SymbolFlags
	Modifiers  []uint32 // modifiers that are no children of the node, such as async of a function that is a value
	Bare       bool     // shown without the value or body that follows its head, even if that is short
	NoScope    bool     // members are not contained in it
	Rest       bool     // the siblings after it are its members: namespace A;
	Last       uint32   // the last of the siblings after it that belong to it, such as accessors on lines of their own; 0 for none
	Flat       bool
	Member     bool // belongs to the innermost type around it, not to the callable that holds it: Python's self.x = 1
	Once       bool // only the first of its container with the name is declared; the table's entry must say so too
}

// Modifier is what a modifier word means.
type Modifier struct {
	Visibility projectbase.Visibility
	Flags      projectbase.SymbolFlags
	Omit       bool // not part of a prototype, since it has a field of its own
}

// Call is a kind of node that calls something.
type Call struct {
	Node     string
	Function string // field with what is called; "" is the first child
	Kind     projectbase.ReferenceKind
}

// Member is a kind of node that names a member of something.
type Member struct {
	Node   string
	Object string // field before the dot; "" is the first child
	Name   string // field after it; "" is the last child
	Type   bool   // names a type, as pkg.Type does
}

// File is what is known of a file while its symbols are finished.
type File struct {
	Path    projectbase.Path
	Package string // name that the file gives its package or module, if a hook has set it
	Test    bool   // holds tests, by its name
	// Named is what a hook knows of the file's symbols by their names alone, such
	// as that a list of exports names them; nil if no hook has set it.
	Named   map[string]projectbase.SymbolFlags
	Symbols []projectbase.Symbol
}
