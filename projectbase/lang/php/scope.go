package php

import "codegraph/projectbase/lang"

// scope has the rules for names in PHP.
var scope = &lang.Scope{
	Imports:   lang.ImportsNamespaces,
	Unit:      lang.UnitNamespace,
	Self:      []string{"$this"},
	SelfTypes: []string{"self", "static"},
	Super:     []string{"parent"},
	Parent:    true,
	Mixins:    true,
}
