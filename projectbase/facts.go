package projectbase

// Facts is everything that one file says, as extraction found it. The ids in it
// refer to Terms, which several Facts may share and which may be longer than
// what this file uses.
type Facts struct {
	Terms      *Terms
	Language   string      // id of the language, such as "go"
	Postings   []Posting   // one a term, in order of first use in the file
	Symbols    []Symbol    // in order of their start, containers before members
	References []Reference // in order of their position
	Imports    []Import    // in order of their position
	Bindings   []Binding   // in order of their position
	Header     string      // comments before the first code and docs of types, one a paragraph
	Lines      uint32      // lines of the file; a last line without a newline counts
	Errors     uint32      // error and missing nodes of the syntax tree
	Generated  bool        // the text says that a program wrote it
	Partial    string      // why only words were taken ("" if all was): a ReasonParse... value
}

// Posting is where one term occurs in one file.
type Posting struct {
	Term TermID
	Keys LineKeys // never empty
}

// Reasons for taking only the words of a file.
const (
	PartialCrash   = "parse_crash"   // the parser died on it
	PartialTimeout = "parse_timeout" // it took longer than the deadline
	PartialMemory  = "parse_memory"  // it needed more memory than allowed
	PartialLimit   = "parse_limit"   // it has more nodes or lines than allowed
)

// Span is a piece of a file.
type Span struct {
	Start, End uint32 // byte offsets, half-open
	Line       uint32 // line of Start
	EndLine    uint32 // line of the last byte
	Column     uint32 // column of Start
}

// NoSymbol is the index that stands for "none" where a symbol's index is asked for.
const NoSymbol = -1

// Symbol is a declared entity of a file.
type Symbol struct {
	Kind       Kind
	Word       string // the language's own word for the kind, such as "record" or "trait"
	Name       string
	Container  int32  // index in Facts.Symbols of the symbol that holds it, or NoSymbol
	Owner      string // name of the type it belongs to where that is not the container: a Go receiver, C++ A::f
	Span       Span   // the whole declaration, without its doc comment
	NameLine   uint32 // line of the name; what a reader calls the line of the declaration
	NameColumn uint32
	Signature  string // the head, white space folded, with modifiers; never empty
	Prototype  string // the head without attributes, access, static and async; "" if equal to Signature
	Type       string // declared result or value type, as written; "" if none
	Doc        string // doc comment without its markers, lines kept
	Visibility Visibility
	Access     string // the language's own word for the visibility, such as "pub(crate)"
	Flags      SymbolFlags
	Metrics    Metrics // of callables; zero for others
}

// Metrics counts what a callable's body holds, nested callables without a
// symbol of their own included. Cyclomatic complexity is Branches + 1, where
// Branches also counts loops and short-circuit operators (McCabe 1976).
type Metrics struct {
	Branches uint32
	Loops    uint32
	Returns  uint32
	Nesting  uint32 // deepest nesting of branches and loops
}

// Reference is a name used somewhere.
type Reference struct {
	Kind      ReferenceKind
	Name      TermID
	Qualifier TermID // chain before the name, such as "fmt" in fmt.Print or "this.x()": see Binding; NoTerm if none
	// Arguments is what a call is given, in languages whose functions may share a name; else NoTerm. It is a list in
	// brackets, such as `(x.y(),"",0)`, of a chain each, or one of "" '' 0 0L 0f 0.0 true null class for any of its
	// type, "->" for a function that is written there, "<T[]>" for a new array, and "?"; "name:" stands before what is
	// given by name. How many type arguments there are stands before the list: `<1>()`.
	Arguments TermID
	Line      uint32
	Column    uint32
	Symbol    int32 // index of the innermost symbol that holds it, or NoSymbol
}

// Binding is where the type or the value of a name comes from: of a parameter, a
// local or loop variable and a type parameter, which are no symbols, and of a
// field or variable that is one, at its line, where Symbol.Type does not tell.
//
// A chain is an expression of names as written, with what separates them: calls
// end in "()" and indexing in "[]", what is in them left out; "?." is ".", a cast
// is its type in "<" and ">", a new object its type with "()", a string `""`;
// parentheses, await, and * and & before a chain are dropped. What is no such
// expression, such as a sum, is no chain.
type Binding struct {
	Kind   BindingKind
	Name   TermID // NoTerm for a value that the callable Symbol returns where it declares no type; at most 4 of one callable
	Source TermID // a type as written, or a chain such as "s.repo.find()[]"; NoTerm if nothing is known
	Index  uint32 // which of several: 1 for the second result of Source, the second name of a loop or of a list of names
	Line   uint32 // from where it holds: that of the name; of a local that is known only behind its value the end of that; of the case for what a case of a type switch makes of it
	Column uint32
	Symbol int32 // the innermost symbol that holds the statement, or NoSymbol: of self.x = y the method, of a field in its class the class
	// EndLine and EndColumn are where the block of Symbol ends that the name is known in, if the name is written after it
	// in Symbol; else 0: the name holds until something else binds it.
	EndLine   uint32
	EndColumn uint32
}

// LongQualifier is the qualifier of a name whose own qualifier is too long to
// keep or no chain: see Binding.
const LongQualifier = "…"

// NoTerm stands for "no term" where a TermID is optional.
const NoTerm TermID = 1<<32 - 1

// Import is a module, package, namespace or file that a file names as used.
type Import struct {
	Module string // what is imported, unquoted: "net/http", "./util", "System.Text"; "" for this file, of a name that it exports under another
	Name   string // the name taken from it; "" for the whole module, "*" for all its names
	Alias  string // the local name where it is given: "f" in import f "fmt", "_" and "." too
	Kind   ImportKind
	Line   uint32
	Symbol int32 // the symbol that holds the import, or NoSymbol
}
