package scala

import "codegraph/projectbase/lang"

// scope has the rules for names in Scala.
var scope = &lang.Scope{
	Family:   "jvm",
	Imports:  lang.ImportsNamespaces,
	Unit:     lang.UnitNamespace,
	Self:     []string{"this"},
	Super:    []string{"super"},
	Implicit: true,
	Open:     true,
	Text:     "String",
	Fixed:    true,
	Mixins:   true,
}
