package ruby

import "codegraph/projectbase/lang"

// scope has the rules for names in Ruby.
var scope = &lang.Scope{
	Imports:  lang.ImportsLoads,
	Unit:     lang.UnitProject,
	Self:     []string{"self"},
	Super:    []string{overridden},
	Implicit: true,
	Open:     true,
	Levels:   true,
	New:      "new",
	Bare:     true,
	Predeclared: []string{"require", "require_relative", "puts", "print", "p", "raise", "attr_reader", "attr_writer", "attr_accessor", "include",
		"extend", "prepend", "private", "public", "protected", "loop", "lambda", "proc", "format", "sprintf", "freeze", "catch", "throw"},
	Text:   "String",
	Mixins: true,
}
