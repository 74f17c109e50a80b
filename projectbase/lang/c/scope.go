package c

import "codegraph/projectbase/lang"

// scope says how C looks names up. What is not static is known to all of a
// program when it is linked.
var scope = &lang.Scope{
	Family:  "c",
	Imports: lang.ImportsIncludes,
	Unit:    lang.UnitProject,
}
