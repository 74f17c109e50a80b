package ecmascript

import "codegraph/projectbase/lang"

// scope says how ECMAScript looks names up.
var scope = &lang.Scope{
	Family:      "ecmascript",
	Imports:     lang.ImportsFiles,
	Self:        []string{"this"},
	Super:       []string{"super"},
	Transparent: []string{"Promise", "PromiseLike", "Readonly", "Partial", "Required", "NonNullable", "Awaited", "DeepReadonly"},
	Text:        "String",
}
