package swift

import "codegraph/projectbase/lang"

// scope has the rules for names in Swift.
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
