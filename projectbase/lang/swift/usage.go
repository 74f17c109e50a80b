package swift

import (
	"slices"

	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Declarations: lang.UnitProject, Imports: lang.ImportTargetNamespace, ModulePaths: lang.NoPaths}

var usageRules = lang.Usage{
	Judged: true,
	Members: func(name string) bool {
		return slices.Contains([]string{"init", "deinit", "callAsFunction", "hash", "encode"}, name)
	},
	Decorators: []string{"inlinable", "discardableResult", "available"},
}
