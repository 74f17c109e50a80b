package lang

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// Bind tells where the types and values of names come from, so that the resolver
// can find the type of a receiver. See projectbase.Binding.
type Bind struct {
	// Nodes are the kinds that give names to values:
	//
	//	{Node: "short_var_declaration", Name: "left", Value: "right"}
	Nodes []Binding
	// Patterns are the kinds that take a value apart: [a, b] = pair.
	Patterns []Pattern
	// Chains are the kinds inside a chain of names, a.b().c, that neither
	// Refer.Calls, Refer.Members nor Refer.Unwrap lists.
	Chains []Chain
	// Lists are kinds that list several values: "expression_list" in a, b = c, d.
	Lists []string
	// Annotated are kinds that contain a type after its introduction:
	// "type_annotation" for ": T".
	Annotated []string
	// Blocks are kinds that end the scope of the names bound in them: "block".
	// Callables without a symbol are among them.
	Blocks []string
	// Inferred are words in the position of a type that mean the value's type:
	// "var" in C#, "auto" in C++.
	Inferred []string
	// Results are kinds that return their first child from a callable:
	// "return_statement". Bodies that are expressions need none.
	Results []string
	// Tails are kinds of bodies that return their last child: "block" in Scala.
	Tails []string
	// Capitals says that a capitalised name in a pattern is a constant: Scala.
	Capitals bool
}

// Binding is a kind of node that gives names to values: see projectbase.Binding.
// Names that are symbols are bound only where their symbol has no type.
type Binding struct {
	Node  string
	Name  string // field with the names or patterns, "*" for all children; "" is "name"
	Type  string // field with the declared type; "" is none
	Value string // field with the value; "" is none
	// Kind is projectbase.BindElement where the names take elements of the value,
	// projectbase.BindParameter where they are type parameters, else the zero value.
	Kind   projectbase.BindingKind
	Assign bool // assigns as well: a name that is bound already is bound again only if something is known
	Also   bool // binds names that are symbols as well: a parameter that is a field too
	Late   bool // in the value the name means what it did before
	// Refine corrects what the table says, or returns false: nothing is bound.
	Refine func(t *syntax.Tree, node uint32, b *Bound) bool
}

// Bound is a binding as read from the tree. Node indices may be syntax.None.
type Bound struct {
	Names    []uint32 // names and patterns
	Type     uint32
	TypeText string // type where no single node spells it
	Value    uint32
	Kind     projectbase.BindingKind
	At       uint32 // node whose place the bindings have instead of their names'
	New      bool   // the names are new ones, whatever Binding.Assign says
	Whole    bool   // the names are known in all of the callable, not only in the block: see Bind.Blocks
}

// Pattern is a kind of node that binds what is in it.
type Pattern struct {
	Node string
	Form PatternForm
	Part string // field that the form speaks of
	Key  string // field with the member's name, of PatternKey; with a value to take where nothing else is known, of PatternSame;
	// with what is no pattern, of PatternMembers and PatternOpen
}

// PatternForm is how the names in a pattern come by their values.
type PatternForm uint8

const (
	PatternList    PatternForm = iota + 1 // its children, or those in Part, take one of several values each; of one with a type only the first has it
	PatternItems                          // its children, or those in Part, take one element of a single value each
	PatternMembers                        // its children take members: names those of their own name, PatternKey the member Key
	PatternKey                            // Part takes the member Key in a PatternMembers, where Key is "" that of Part's name
	PatternSame                           // Part, or the last child, takes the value itself
	PatternFirst                          // the first child takes the value itself
	PatternOpen                           // its children, or those in Part, take something that is not known
	PatternName                           // a leaf that is a name
)

// Chain is a kind of node that a chain of names goes through. Members, calls and
// Unwrap of a language are such without being listed.
type Chain struct {
	Node   string
	Form   ChainForm
	Of     string // field with what stands before; "" is the first child, or for ChainOuter "kind.field" of a node around
	Name   string // field with a member's name, of ChainMember, ChainOuter and ChainCall, "" is none
	Type   string // field with the type, of ChainNew and ChainCast; "" is the first child
	Prefix string // bytes of which the node's text begins with one; "" is any
	// Made returns the type of the object that a call or ChainNew makes, or "" where
	// the table tells: make([]T, n).
	Made func(t *syntax.Tree, node uint32) string
}

// ChainForm is what a node adds to a chain of names.
type ChainForm uint8

const (
	ChainNone   ChainForm = iota // no chain goes through it
	ChainName                    // a name as it is written, such as this
	ChainMember                  // Of, what separates it, Name
	ChainOuter                   // a member of what a node around names: .b in a?.b
	ChainCall                    // Of, a member Name if there is one, "()"
	ChainIndex                   // Of, "[]"
	ChainNew                     // Type, "()"; a value of it has that type
	ChainCast                    // "<" Type ">"; a value of it has that type
	ChainAs                      // the last child is the type, as in ChainCast; without one it is the first child
	ChainSame                    // Of
	ChainLast                    // the last child
)

// WithBody is a Binding's Refine for parameters: it leaves out those of what has
// no body.
func WithBody(t *syntax.Tree, node uint32, _ *Bound) bool {
	list := t.Nodes[node].Parent
	if list == syntax.None || t.Nodes[list].Parent == syntax.None {
		return false
	}
	return t.Child(t.Nodes[list].Parent, "body") != syntax.None
}
