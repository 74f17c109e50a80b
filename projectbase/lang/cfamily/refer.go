package cfamily

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// include enters an included header. A system header keeps its angle brackets.
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

// designator is a member named in an initializer: .name = value.
func designator(v *lang.Visit) {
	if name := v.Tree.First(v.Node); name != syntax.None {
		v.ReferTo(name, syntax.None, projectbase.RefMember)
	}
}

// pseudoCall excludes operators that look like calls.
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

// fallback reports the default of a switch.
func fallback(t *syntax.Tree, branch uint32) bool {
	return t.Kind(branch) == "case_statement" && t.Child(branch, "value") == syntax.None
}
