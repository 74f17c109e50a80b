package c

import (
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/cfamily"
)

// scope has the rules for names in C. The linker makes symbols visible in the
// whole program unless they are static.
var scope = &lang.Scope{
	Family:      "c",
	Imports:     lang.ImportsIncludes,
	Unit:        lang.UnitProject,
	Predeclared: cfamily.Library,
}
