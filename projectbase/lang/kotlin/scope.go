package kotlin

import "codegraph/projectbase/lang"

// scope has the rules for names in Kotlin.
var scope = &lang.Scope{
	Family:    "jvm",
	Imports:   lang.ImportsNamespaces,
	Unit:      lang.UnitNamespace,
	Self:      []string{"this"},
	Super:     []string{"super"},
	Implicit:  true,
	Overloads: true,
	Numbers:   map[string]string{"Int": "int", "Long": "long", "Short": "short", "Byte": "byte", "Char": "char", "Float": "float", "Double": "double", "Boolean": "bool"},
	NameFirst: true,
	Trailing:  true,
	Text:      "String",
	Fixed:     true,
}
