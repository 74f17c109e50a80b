package php

import (
	"strings"

	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Qualified: true, Imports: lang.ImportTargetNamespace}

var foreignNames = lang.Foreign{Namespaces: true}

var usageRules = lang.Usage{
	Judged:  true,
	Called:  []string{"__autoload"},
	Members: func(name string) bool { return strings.HasPrefix(name, "__") },
	Dynamic: true,
}
