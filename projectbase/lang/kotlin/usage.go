package kotlin

import (
	"slices"

	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Imports: lang.ImportTargetNamespace, ModulePaths: lang.NoPaths}

var foreignNames = lang.Foreign{Family: "jvm", Namespaces: true, StaticImports: true}

var usageRules = lang.Usage{
	Judged:     true,
	Members:    func(name string) bool { return slices.Contains(calledMembers, name) },
	Decorators: []string{"JvmStatic", "JvmField", "JvmOverloads", "Throws", "Suppress", "inline", "tailrec"},
}

// calledMembers are names of members that the Java virtual machine, serialization
// or Scala's compiler call.
var calledMembers = []string{"readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData", "finalize", "serialVersionUID", "unapply", "apply"}
