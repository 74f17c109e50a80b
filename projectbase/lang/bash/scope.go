package bash

import "codegraph/projectbase/lang"

// scope has the rules for names in Bash.
var scope = &lang.Scope{
	Imports: lang.ImportsLoads,
}
