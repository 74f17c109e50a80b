package java

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Imports: lang.ImportTargetNamespace, ModulePaths: lang.NoPaths}

var foreignNames = lang.Foreign{Family: "jvm", Namespaces: true, StaticImports: true}

var usageRules = lang.Usage{
	Judged:  true,
	Members: func(name string) bool { return slices.Contains(calledMembers, name) },
	Decorators: []string{"Deprecated", "SuppressWarnings", "SafeVarargs", "FunctionalInterface", "Nullable", "NonNull", "Nonnull", "NotNull", "CheckForNull",
		"CanIgnoreReturnValue", "VisibleForTesting", "GwtCompatible", "GwtIncompatible", "J2ktIncompatible", "J2ObjCIncompatible", "Beta"},
}

// calledMembers are names of members that the Java virtual machine, serialization
// or Scala's compiler call.
var calledMembers = []string{"readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData", "finalize", "serialVersionUID", "unapply", "apply"}

// mainMethod reports whether a program begins with a method or function.
func mainMethod(s *projectbase.Symbol) bool {
	return s.Name == "main" && s.Flags.Has(projectbase.FlagStatic)
}
