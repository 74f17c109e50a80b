package projectbase

// Facts is everything that extraction finds in one file. The ids refer to Terms. Several
// Facts may share one Terms, which may contain more terms than this file uses.
type Facts struct {
	Terms      *Terms
	Language   string      // id of the language, such as "go"
	Postings   []Posting   // one for each term, in order of first use in the file
	Symbols    []Symbol    // in order of their start, containers before members
	References []Reference // in order of their position
	Imports    []Import    // in order of their position
	Bindings   []Binding   // in order of their position
	Header     string      // comments before the first code, and docs of types; each is a paragraph
	Lines      uint32      // lines of the file; a last line without a newline counts
	Errors     uint32      // syntax errors: error and missing nodes
	Generated  bool        // the text says that it is generated
	Partial    string      // why the file is indexed as plain text, a Partial... constant; "" if it is not
}

// Posting is a term with its occurrences in one file.
type Posting struct {
	Term TermID
	Keys LineKeys // never empty
}

// Reasons for indexing a file as plain text.
const (
	PartialCrash   = "parse_crash"   // the parser crashed
	PartialTimeout = "parse_timeout" // the parser exceeded its deadline
	PartialMemory  = "parse_memory"  // the parser exceeded its memory limit
	PartialLimit   = "parse_limit"   // the file has too many nodes or lines
)

// Span is a range of a file.
type Span struct {
	Start, End uint32 // byte offsets, half-open
	Line       uint32 // line of Start
	EndLine    uint32 // line of the last byte
	Column     uint32 // column of Start
}

// NoSymbol is the symbol index that means "no symbol".
const NoSymbol = -1

// Symbol is a declared entity of a file.
type Symbol struct {
	Kind       Kind
	Word       string // the language's word for the kind, such as "record" or "trait"
	Name       string
	Container  int32  // index of the containing symbol in Facts.Symbols, or NoSymbol
	Owner      string // name of its type, if that is not the container: a Go receiver, C++ A::f
	Span       Span   // the whole declaration, without its doc comment
	NameLine   uint32 // line of the name, shown as the line of the declaration
	NameColumn uint32
	Signature  string // head with modifiers, white space folded; never empty
	Prototype  string // head without attributes, access, static and async; "" if equal to Signature
	Type       string // declared result or value type, as written; "" if none
	Doc        string // doc comment without its markers, lines kept
	Visibility Visibility
	Access     string // the language's word for the visibility, such as "pub(crate)"
	Flags      SymbolFlags
	Metrics    Metrics // zero, except for callables
}

// Metrics counts constructs in the body of a callable, including nested callables without
// their own symbol. Cyclomatic complexity is Branches + 1; Branches also counts loops and
// short-circuit operators (McCabe 1976).
type Metrics struct {
	Branches uint32
	Loops    uint32
	Returns  uint32
	Nesting  uint32 // deepest nesting of branches and loops
}

// Reference is a use of a name.
type Reference struct {
	Kind      ReferenceKind
	Name      TermID
	Qualifier TermID // chain before the name, such as "fmt" in fmt.Print or "this.x()" (see Binding); NoTerm if none
	// Arguments are the arguments of a call, in languages with overloads; else NoTerm. They are a list in
	// brackets, such as `(x.y(),"",0)`. Each is a chain, or one of "" '' 0 0L 0f 0.0 true null class for any literal
	// of its type, "->" for a function literal, "<T[]>" for a new array, or "?" for others. "name:" precedes a named
	// argument. The number of type arguments precedes the list: `<1>()`.
	Arguments TermID
	Line      uint32
	Column    uint32
	Symbol    int32 // index of the innermost symbol around it, or NoSymbol
}

// Binding gives the type or value of a name. The name is a parameter, local variable,
// loop variable or type parameter, which are not symbols, or a field or variable whose
// Symbol.Type is empty.
//
// A chain is an expression of names as written, with its separators. A call ends in "()"
// and an index operation in "[]", without their contents. "?." becomes ".", a cast its
// type in "<" and ">", a new object its type with "()", and a string literal `""`.
// Parentheses, await, * and & before a chain are removed. Other expressions, such as a
// sum, are not chains.
type Binding struct {
	Kind   BindingKind
	Name   TermID // NoTerm for a return value of the callable Symbol without declared type; at most 4 for each callable
	Source TermID // a type as written, or a chain such as "s.repo.find()[]"; NoTerm if unknown
	Index  uint32 // index among several: 1 for the second result of Source, or the second name of a loop or list
	Line   uint32 // start of its scope: the name; the end of the value, if the name is unknown in its own value; the case, for a type switch
	Column uint32
	Symbol int32 // innermost symbol around the statement, or NoSymbol: the method for self.x = y, the class for a field in its class
	// EndLine and EndColumn are the end of the block of the name, if the name occurs again after it in Symbol.
	// Otherwise they are 0, and the binding is valid until the next one of the name.
	EndLine   uint32
	EndColumn uint32
}

// LongQualifier replaces a qualifier that is too long to keep, or is not a chain. See
// Binding.
const LongQualifier = "…"

// NoTerm means "no term" where a TermID is optional.
const NoTerm TermID = 1<<32 - 1

// Import is a module, package, namespace or file that a file imports.
type Import struct {
	Module string // the module, unquoted: "net/http", "./util", "System.Text"; "" for a name that this file exports under another name
	Name   string // the imported name; "" for the module itself, "*" for all its names
	Alias  string // the local name, if written: "f" in import f "fmt"; also "_" and "."
	Kind   ImportKind
	Line   uint32
	Symbol int32 // the symbol that contains the import, or NoSymbol
}
