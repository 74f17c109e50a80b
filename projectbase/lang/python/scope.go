package python

import "codegraph/projectbase/lang"

// scoping has the rules for names in Python.
var scoping = &lang.Scope{
	Imports:     lang.ImportsModules,
	Self:        []string{"self"},
	SelfTypes:   []string{"cls", "Self"},
	Super:       []string{"super"},
	Transparent: []string{"Optional", "Awaitable", "Coroutine", "ClassVar", "Final", "Annotated", "Type", "type"},
}
