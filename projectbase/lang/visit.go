package lang

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// Visit is the argument of a hook in Language.Hooks. It is valid until the
// hook returns.
type Visit struct {
	Tree *syntax.Tree
	Node uint32
	File *File
	Sink
}

// Sink takes the findings of a hook. Package extract implements it.
type Sink interface {
	// Import enters an import; the sink sets Line and Symbol.
	Import(node uint32, i projectbase.Import)
	// Refer enters a reference to the name in a node: an identifier, a member,
	// or a node that Refer.Unwrap leads through.
	Refer(node uint32, kind projectbase.ReferenceKind)
	// ReferTo enters a reference to the identifier name, qualified by the text of
	// object, which may be syntax.None.
	ReferTo(name, object uint32, kind projectbase.ReferenceKind)
	// ReferIn enters a reference to a range of the text of node, a leaf of
	// Lex.Names that contains several names. Ranges come in order, and only
	// while node or a node around it is visited.
	ReferIn(node, start, end uint32, kind projectbase.ReferenceKind)
	// ReferOf is Refer for a reference that belongs to a type of the file,
	// wherever it stands: the trait of a Rust impl.
	ReferOf(owner string, node uint32, kind projectbase.ReferenceKind)
	// ReferQualified is ReferTo with a qualifier that no single node contains;
	// "" is none.
	ReferQualified(name uint32, qualifier string, kind projectbase.ReferenceKind)
	// ReferAs is ReferQualified with the position of another node: super in a
	// method, which calls the method's name.
	ReferAs(at, name uint32, qualifier string, kind projectbase.ReferenceKind)
	// Declare enters the symbols of a node whose kind is not in Declare.Nodes.
	// Nodes are declared in order, none before the visited one.
	Declare(node uint32, d Declared)
	// Return counts a return from the callable at a node that Metrics.Returns
	// does not list.
	Return()
	// Section sets the visibility of the following declarations directly in
	// the innermost symbol, unless they have their own: "public:" in a class.
	Section(access string, v projectbase.Visibility)
	// Group limits the sections below a node to it: "class << self" in Ruby.
	Group(node uint32)
	// Identifier makes a leaf of Lex.Names an identifier without a reference: a key
	// of a table.
	Identifier(node uint32)
	// Embed extracts the text of a node as a file of another language, chosen
	// by extension. All other text of that file is blank. An unknown extension
	// leaves the node as it is.
	Embed(node uint32, extension string)
	// Skip excludes a node, and all nodes below it, from references: the parts
	// of a namespace's name.
	Skip(node uint32)
}
