package golang

import "codegraph/projectbase/lang"

// scope has the rules for names in Go.
var scope = &lang.Scope{
	Imports: lang.ImportsDirectories,
	Unit:    lang.UnitDirectory,
}
