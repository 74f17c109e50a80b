package ecmascript

import "codegraph/projectbase/lang"

// scope has the rules for names in JavaScript and TypeScript.
var scope = &lang.Scope{
	Family:      "ecmascript",
	Imports:     lang.ImportsFiles,
	Self:        []string{"this"},
	Super:       []string{"super"},
	Transparent: []string{"Promise", "PromiseLike", "Readonly", "Partial", "Required", "NonNullable", "Awaited", "DeepReadonly"},
	Text:        "String",
}
