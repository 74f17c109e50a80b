package cfamily

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// include enters a header: one of the system keeps its angle brackets.
func include(v *lang.Visit) {
	path := v.Tree.Child(v.Node, "path")
	if path == syntax.None {
		return
	}
	module := strings.Trim(string(v.Tree.Text(path)), `"`)
	if module != "" {
		v.Import(v.Node, projectbase.Import{Module: module})
	}
}

// designator is a member named in an initialiser: .name = value.
func designator(v *lang.Visit) {
	if name := v.Tree.First(v.Node); name != syntax.None {
		v.ReferTo(name, syntax.None, projectbase.RefMember)
	}
}

// pseudoCall keeps what is an operator to the language from being a call.
func pseudoCall(v *lang.Visit) {
	function := v.Tree.Child(v.Node, "function")
	if function == syntax.None {
		return
	}
	name := function
	if v.Tree.Kind(function) == "template_function" {
		name = v.Tree.Child(function, "name")
	}
	if name == syntax.None {
		return
	}
	switch string(v.Tree.Text(name)) {
	case "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "typeid", "defined":
		v.Skip(name)
	}
}

// fallback reports a switch's default.
func fallback(t *syntax.Tree, branch uint32) bool {
	return t.Kind(branch) == "case_statement" && t.Child(branch, "value") == syntax.None
}
