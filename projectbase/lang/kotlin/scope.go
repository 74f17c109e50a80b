package kotlin

import "codegraph/projectbase/lang"

// scope says how Kotlin looks names up.
var scope = &lang.Scope{
	Family:    "jvm",
	Imports:   lang.ImportsNamespaces,
	Unit:      lang.UnitNamespace,
	Self:      []string{"this"},
	Super:     []string{"super"},
	Implicit:  true,
	Overloads: true,
	Text:      "String",
	Fixed:     true,
}
