package cpp

import (
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/cfamily"
)

// scope has the rules for names in C++.
var scope = &lang.Scope{
	Family:      "c",
	Imports:     lang.ImportsIncludes,
	Unit:        lang.UnitNamespace,
	Self:        []string{"this"},
	Implicit:    true,
	Open:        true,
	Transparent: []string{"unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic", "not_null"},
	Predeclared: cfamily.Library,
}
