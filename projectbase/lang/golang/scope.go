package golang

import "codegraph/projectbase/lang"

// scope says how Go looks names up.
var scope = &lang.Scope{
	Imports: lang.ImportsDirectories,
	Unit:    lang.UnitDirectory,
}
