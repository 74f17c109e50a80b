package protobuf

import "codegraph/projectbase/lang"

// scope has the rules for names in Protocol Buffers.
var scope = &lang.Scope{
	Imports: lang.ImportsIncludes,
	Unit:    lang.UnitNamespace,
}
