package lua

import "codegraph/projectbase/lang"

// scope has the rules for names in Lua.
var scope = &lang.Scope{
	Imports:     lang.ImportsLoads,
	Self:        []string{"self"},
	Tables:      true,
	PackageFile: "init.lua",
}
