package csharp

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Declarations: lang.UnitProject, Imports: lang.ImportTargetNamespace, ModulePaths: lang.NoPaths}

var foreignNames = lang.Foreign{Namespaces: true}

var usageRules = lang.Usage{
	Judged:     true,
	Members:    calledMember,
	Dispatched: func(s *projectbase.Symbol) bool { return strings.Contains(s.Signature, "."+s.Name) }, // of the interface that is named before it
	Extension: func(s *projectbase.Symbol) bool {
		return s.Flags.Has(projectbase.FlagStatic) && strings.Contains(s.Signature, "(this ")
	},
	Handler: func(s *projectbase.Symbol) bool { return strings.Contains(s.Signature, "EventArgs ") },
	Decorators: []string{"Obsolete", "MethodImpl", "Pure", "DebuggerStepThrough", "DebuggerDisplay", "DebuggerHidden", "ExcludeFromCodeCoverage", "SuppressMessage",
		"EditorBrowsable", "NotNullWhen", "MaybeNullWhen", "NotNullIfNotNull", "MemberNotNull", "DoesNotReturn", "AggressiveInlining", "Flags", "CLSCompliant"},
}

// mainMethod reports whether a program begins with a method.
func mainMethod(s *projectbase.Symbol) bool {
	return s.Name == "Main" && s.Flags.Has(projectbase.FlagStatic)
}

// calledMember reports whether the language, its libraries or the engine Unity
// call members of a name.
func calledMember(name string) bool {
	return slices.Contains(unity, name) || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "ShouldSerialize") || strings.HasPrefix(name, "Reset") ||
		slices.Contains([]string{"Dispose", "GetEnumerator", "MoveNext", "Deconstruct", "GetAwaiter", "Add"}, name)
}

// unity are the messages that the engine Unity sends to private methods.
var unity = []string{"Awake", "Start", "Update", "FixedUpdate", "LateUpdate", "OnEnable", "OnDisable", "OnDestroy", "OnGUI", "OnValidate",
	"OnTriggerEnter", "OnTriggerExit", "OnTriggerStay", "OnCollisionEnter", "OnCollisionExit", "OnCollisionStay", "OnMouseDown", "OnMouseUp",
	"OnDrawGizmos", "OnApplicationQuit", "OnApplicationPause", "OnBecameVisible", "OnBecameInvisible"}
