package java

import "codegraph/projectbase/lang"

// scope says how Java looks names up.
var scope = &lang.Scope{
	Family:    "jvm",
	Imports:   lang.ImportsNamespaces,
	Unit:      lang.UnitNamespace,
	Self:      []string{"this"},
	Super:     []string{"super"},
	Implicit:  true,
	Overloads: true,
	Methods:   true,
}
