package lang

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// Visit is what a hook of Language.Hooks sees and may do at one node. It is
// valid until the hook returns.
type Visit struct {
	Tree *syntax.Tree
	Node uint32
	File *File
	Sink
}

// Sink takes what a hook finds. Package extract implements it.
type Sink interface {
	// Import enters an import; Line and Symbol are filled in.
	Import(node uint32, i projectbase.Import)
	// Refer enters a reference to what the node names: an identifier, a member
	// or something that Refer.Unwrap leads through to one.
	Refer(node uint32, kind projectbase.ReferenceKind)
	// ReferTo enters a reference to the identifier name, qualified by the text of
	// object, which may be syntax.None.
	ReferTo(name, object uint32, kind projectbase.ReferenceKind)
	// ReferIn enters a reference to a piece of the text of node, a leaf whose kind is
	// one of Lex.Names: one name of a list of them. Pieces come in order, and
	// only while node or what is around it is visited.
	ReferIn(node, start, end uint32, kind projectbase.ReferenceKind)
	// ReferOf is Refer for a reference that belongs to the type with the name, if
	// the file declares one, wherever it stands: the trait of a Rust impl.
	ReferOf(owner string, node uint32, kind projectbase.ReferenceKind)
	// ReferQualified is ReferTo for a qualifier that no single node spells; "" is none.
	ReferQualified(name uint32, qualifier string, kind projectbase.ReferenceKind)
	// ReferAs is ReferQualified for a call at one node of what another one names:
	// super in a method, which is a call of the method's name.
	ReferAs(at, name uint32, qualifier string, kind projectbase.ReferenceKind)
	// Declare enters the symbols that a node declares, where its kind does not
	// tell. Nodes are declared in their order, none before the one that is visited.
	Declare(node uint32, d Declared)
	// Return enters that a callable is left here, where the node's kind does not tell.
	Return()
	// Section gives what is declared from here on directly in the innermost symbol
	// a visibility, where it says nothing of its own: "public:" in a class.
	Section(access string, v projectbase.Visibility)
	// Group keeps the sections that begin below a node to it: "class << self" in Ruby.
	Group(node uint32)
	// Item says that a leaf of Lex.Names is an identifier here, though no
	// reference: a key of a table.
	Item(node uint32)
	// Embed says that the text of a node is of another language: that of files with
	// the extension. It is extracted as a file of that language in which all other
	// text is blank. A language that is not known leaves the node as it is.
	Embed(node uint32, extension string)
	// Skip says that neither node nor what is below it is a reference: the parts
	// of a namespace's name.
	Skip(node uint32)
}
