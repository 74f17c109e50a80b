package lang

import "codegraph/projectbase/syntax"

// Metrics describes the nodes that count for a callable's complexity.
type Metrics struct {
	Branches []string // kinds that branch: "if_statement"
	// Default reports whether a branch is taken if no other one is, which adds no
	// decision: the default of a switch. nil if the kinds are sufficient.
	Default   func(t *syntax.Tree, branch uint32) bool
	Loops     []string // kinds that loop: "for_statement"
	Returns   []string // kinds, or tokens, that leave the callable: "return_statement"
	Yields    []string // kinds that make the callable a generator: "yield_expression"
	Operators []string // tokens that branch: "&&", "||", "?:"
	// Within are the kinds of parents in which an operator branches, if it has other
	// uses: "binary_expression" in Rust, where || also begins a closure. nil is any.
	Within []string
	Else   []string // kinds or fields with an "else if", which adds no nesting: "alternative"
}
