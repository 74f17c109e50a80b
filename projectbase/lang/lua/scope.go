package lua

import "codegraph/projectbase/lang"

// scope says how Lua looks names up.
var scope = &lang.Scope{
	Imports:     lang.ImportsLoads,
	Self:        []string{"self"},
	Tables:      true,
	PackageFile: "init.lua",
}
