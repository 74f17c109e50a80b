package ruby

import (
	"slices"

	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Declarations: lang.UnitProject}

var usageRules = lang.Usage{
	Judged:  true,
	Called:  []string{"included", "inherited", "extended"},
	Members: func(name string) bool { return slices.Contains(calledMembers, name) },
	Dynamic: true,
}

// calledMembers are names of methods that Ruby, its library or Rails call.
var calledMembers = []string{"initialize", "method_missing", "respond_to_missing?", "to_s", "to_str", "to_h", "to_a", "to_ary", "to_hash", "to_json",
	"as_json", "inspect", "each", "call", "hash", "coerce", "included", "inherited", "extended", "method_added", "prepended", "initialize_copy",
	"marshal_dump", "marshal_load", "encode_with", "init_with"}
