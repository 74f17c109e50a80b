package bash

import "codegraph/projectbase/lang"

// scope says how Bash looks names up.
var scope = &lang.Scope{
	Imports: lang.ImportsLoads,
}
