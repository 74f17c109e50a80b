package protobuf

import "codegraph/projectbase/lang"

// scope says how Protocol Buffers looks names up.
var scope = &lang.Scope{
	Imports: lang.ImportsIncludes,
	Unit:    lang.UnitNamespace,
}
