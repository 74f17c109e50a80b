package lang

import "codegraph/projectbase"

// Refer describes the nodes that refer to symbols. Hooks add the references that no
// table expresses, such as base types.
type Refer struct {
	// Calls are the kinds that call something:
	//
	//	{Node: "call_expression", Function: "function", Kind: projectbase.RefCall}
	Calls []Call
	// Members are the kinds that name a member:
	//
	//	{Node: "selector_expression", Object: "operand", Name: "field"}
	Members []Member
	// Unwrap maps a kind that stands for one of its children to the child's field,
	// "" for the first child: "generic_type": "type", so that List<int> names List.
	Unwrap map[string]string
	// TypeNames are leaf kinds that always name a type: "type_identifier".
	TypeNames []string
	// TypeKinds are kinds whose identifier children name types:
	// "type_argument_list" in C#.
	TypeKinds []string
	// TypeFields are fields whose identifier child names a type: "returns" in C#.
	TypeFields []string

	// Arguments are kinds that list the arguments of a call, or contain such a list,
	// in languages with overloads: "argument_list" in Java. The resolver uses the
	// arguments to choose an overload.
	Arguments []string

	// Values are leaf kinds that refer to a value if no other table describes them:
	// a function that is passed on, an entry of a table. They are references unless
	// the callable around them binds the name. Binds, Labels and Spread exclude
	// positions, each by a kind or by "kind.field".
	Values []string // "identifier"
	Called bool     // an unbound name is a call, also before a dot: Ruby
	Binds  []string // positions that bind the name: "parameter_declaration.name"
	Labels []string // positions that name something else: "labeled_statement.label"
	Spread []string // positions with the meaning of the node around: "expression_list"
}

// Call is a kind of node that calls something.
type Call struct {
	Node     string
	Function string // field with the callee; "" is the first child
	Kind     projectbase.ReferenceKind
}

// Member is a kind of node that names a member of something.
type Member struct {
	Node   string
	Object string // field before the dot; "" is the first child
	Name   string // field after it; "" is the last child
	Type   bool   // names a type, as pkg.Type does
}
