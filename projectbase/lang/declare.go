package lang

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// Declare describes the nodes that declare symbols, and how to read their
// signatures, modifiers and documentation.
type Declare struct {
	// Nodes are the kinds that declare symbols:
	//
	//	{Node: "function_declaration", Kind: projectbase.KindFunction, Word: "func", Type: "result"}
	Nodes []Declaration
	// Wrappers are kinds around a declaration that belong to it:
	// "export_statement", "decorated_definition".
	Wrappers []string
	// Attributes are children of a declaration that neither signature nor prototype
	// shows: "annotation" in Java.
	Attributes []string
	// Lifted are kinds that the tree drops; their children become children of the
	// node around: "modifiers" in Java.
	Lifted []string
	// Leading are kinds of siblings right before a declaration that belong to it:
	// "decorator" before a member in TypeScript.
	Leading []string
	// Closures are kinds of callables that may have no symbol: "arrow_function".
	// A flat declaration inside one is a local variable.
	Closures []string
	// ModifierOf are kinds that contain modifiers, as children of a declaration:
	// "accessibility_modifier" in TypeScript.
	ModifierOf []string
	// Tokens are the tokens that the tree must keep because they are modifiers:
	// "abstract", "static".
	Tokens []string
	// Modifiers maps a modifier's text, or its text before arguments ("pub(",
	// "private["), to its meaning:
	//
	//	"private": {Visibility: projectbase.VisibilityPrivate, Omit: true}
	Modifiers map[string]Modifier
	// Docstring returns the text, without quotes, that documents the symbol with
	// the given body: the first string of a Python function. Body 0 is the file's.
	Docstring func(t *syntax.Tree, body uint32) uint32
	// DocMarkup is true if doc comments contain XML tags, which are removed: C#.
	DocMarkup bool
	// Finish applies rules about a whole symbol, after the file has been read: in
	// Go, a capital letter exports it.
	Finish func(f *File, s *projectbase.Symbol)
}

// Declaration is a kind of node that declares symbols.
type Declaration struct {
	Node string
	Kind projectbase.Kind
	Word string // Symbol.Word; "" is the name of the kind
	Name string // field with the name; several such children declare several symbols; "" is "name"
	Body string // field where the head ends; "" is "body"
	Type string // field with the declared result or value type; "" is none
	// Flat excludes declarations inside callables: a variable of a file or
	// type is a symbol, a local variable is not.
	Flat bool
	// Once allows Refine to set Declared.Once.
	Once bool
	// Refine corrects the result of the table. If it returns false, nothing is
	// declared.
	Refine func(t *syntax.Tree, node uint32, d *Declared) bool
}

// Declared is a declaration as read from the tree. Node indices may be syntax.None.
type Declared struct {
	Kind       projectbase.Kind
	Word       string
	Names      []uint32 // nodes with names, one symbol each
	Text       string   // the name if no node contains it: "this[]" of an indexer
	Body       uint32   // where the head ends
	Type       uint32   // declared type
	TypeText   string   // the declared type if no single node contains it
	Owner      string   // see projectbase.Symbol
	Prefix     string   // text before the head if no wrapper has it: "type " in a group
	Suffix     string   // put after the head
	Access     string
	Visibility projectbase.Visibility
	Flags      projectbase.SymbolFlags
	// modifiers that are not children of the node: async of a function that is
	// a value
	Modifiers []uint32
	Bare      bool // omit the value or body after the head, even a short one
	NoScope   bool // it contains no members
	Rest      bool // the siblings after it are its members: namespace A;
	// the last sibling after it that belongs to it, such as accessors on lines
	// of their own; 0 for none
	Last uint32
	Flat bool
	// belongs to the innermost type around it instead of the callable that
	// contains it: Python's self.x = 1
	Member bool
	// declare only the first symbol with this name in the container; requires
	// Declaration.Once
	Once bool
}

// Modifier is the meaning of a modifier.
type Modifier struct {
	Visibility projectbase.Visibility
	Flags      projectbase.SymbolFlags
	Omit       bool // omit from prototypes, because it has a field of its own
}
