package csharp

import "codegraph/projectbase/lang"

// scope says how C# looks names up.
var scope = &lang.Scope{
	Imports:     lang.ImportsNamespaces,
	Unit:        lang.UnitNamespace,
	Self:        []string{"this"},
	Super:       []string{"base"},
	Implicit:    true,
	Overloads:   true,
	Globals:     true,
	Open:        true,
	Transparent: []string{"Task", "ValueTask", "Nullable", "Lazy"},
	Text:        "string",
	Fixed:       true,
}
