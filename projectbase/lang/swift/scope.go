package swift

import "codegraph/projectbase/lang"

// scope says how Swift looks names up.
var scope = &lang.Scope{
	Imports:     lang.ImportsNothing,
	Unit:        lang.UnitProject,
	Self:        []string{"self"},
	SelfTypes:   []string{"Self"},
	Super:       []string{"super"},
	Implicit:    true,
	Open:        true,
	Transparent: []string{"Optional", "Result"},
	Predeclared: []string{"print", "fatalError", "precondition", "assert", "min", "max", "abs", "zip", "type", "String", "Int", "Array"},
	Text:        "String",
	Fixed:       true,
}
