package c

import (
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/cfamily"
)

// scope says how C looks names up. What is not static is known to all of a
// program when it is linked.
var scope = &lang.Scope{
	Family:      "c",
	Imports:     lang.ImportsIncludes,
	Unit:        lang.UnitProject,
	Predeclared: cfamily.Library,
}
