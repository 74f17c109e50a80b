package lang

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// Bind describes where the types and values of names come from, so that the resolver
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
	// Capitals is true if a capitalised name in a pattern is a constant: Scala.
	Capitals bool
}

// Binding is a kind of node that gives names to values: see projectbase.Binding.
// A name that is a symbol is bound only if its symbol has no type.
type Binding struct {
	Node  string
	Name  string // field with the names or patterns, "*" for all children; "" is "name"
	Type  string // field with the declared type; "" is none
	Value string // field with the value; "" is none
	// Kind is projectbase.BindElement if the names take elements of the value,
	// projectbase.BindParameter for type parameters, otherwise the zero value.
	Kind projectbase.BindingKind
	// Assign is true if the node may also assign to a name bound before: a = b. Such
	// a name is bound again only if the value is known.
	Assign bool
	Also   bool // bind names that are symbols too: a parameter that is a field
	Late   bool // in the value, the name still has its previous meaning
	// Refine corrects the result of the table. If it returns false, nothing is bound.
	Refine func(t *syntax.Tree, node uint32, b *Bound) bool
}

// Bound is a binding as read from the tree. Node indices may be syntax.None.
type Bound struct {
	Names    []uint32 // names and patterns
	Type     uint32
	TypeText string // the type if no single node contains it
	Value    uint32
	Kind     projectbase.BindingKind
	At       uint32 // node whose position the bindings get instead of their names'
	New      bool   // the names are new, whatever Binding.Assign says
	Whole    bool   // the names are visible in the whole callable, not only in the block
}

// Pattern is a kind of node that binds names in it to parts of a value.
type Pattern struct {
	Node string
	Form PatternForm
	Part string // field of the parts, see the forms
	// Key is the field with the member's name for PatternKey, with a default value
	// for PatternSame, and with a child that is no pattern for PatternMembers and
	// PatternOpen.
	Key string
}

// PatternForm selects the part of the value that each child of a pattern takes. "Parts"
// are the children in the field Part, or all children if Part is "".
type PatternForm uint8

const (
	PatternList    PatternForm = iota + 1 // parts take one of several values each: a, b = f()
	PatternItems                          // parts take one element of a single value each: [a, b] = list
	PatternMembers                        // children take the member of their name; PatternKey names another one: {a, b: c} = o
	PatternKey                            // Part takes the member Key in a PatternMembers; without Key, the member of Part's name
	PatternSame                           // Part, or the last child, takes the value itself
	PatternFirst                          // the first child takes the value itself
	PatternOpen                           // parts take an unknown value
	PatternName                           // a leaf that is a name
)

// Chain is a kind of node inside a chain of names. The kinds of Refer.Calls,
// Refer.Members and Refer.Unwrap need no entry.
type Chain struct {
	Node   string
	Form   ChainForm
	Of     string // field with the object; "" is the first child. For ChainOuter: "kind.field" of a node around
	Name   string // field with the member's name, for ChainMember, ChainOuter and ChainCall; "" is none
	Type   string // field with the type, for ChainNew and ChainCast; "" is the first child
	Prefix string // the node's text must begin with one of these bytes; "" allows any
	// Made returns the type of the object that a call or ChainNew creates, or "" to
	// use the table: []T for make([]T, n).
	Made func(t *syntax.Tree, node uint32) string
}

// ChainForm is the text that a node appends to a chain.
type ChainForm uint8

const (
	ChainNone   ChainForm = iota // ends the chain
	ChainName                    // the node as written: this
	ChainMember                  // Of, the separator, Name
	ChainOuter                   // a member of an object that a node around names: .b in a?.b
	ChainCall                    // Of, the member Name if there is one, "()"
	ChainIndex                   // Of, "[]"
	ChainNew                     // Type, "()"; the value has that type
	ChainCast                    // "<" Type ">"; the value has that type
	ChainAs                      // ChainCast with the last child as type, or the first child if it is the only one
	ChainSame                    // Of
	ChainLast                    // the last child
)

// WithBody is a Binding.Refine for parameters. It excludes parameters of
// functions without a body.
func WithBody(t *syntax.Tree, node uint32, _ *Bound) bool {
	list := t.Nodes[node].Parent
	if list == syntax.None || t.Nodes[list].Parent == syntax.None {
		return false
	}
	return t.Child(t.Nodes[list].Parent, "body") != syntax.None
}
