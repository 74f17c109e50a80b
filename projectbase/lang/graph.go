package lang

import (
	"path"
	"strings"
)

// Graph contains the rules of a language for questions about the symbol graph: package
// query/symbol and the packages above it use it.
type Graph struct {
	// Declarations is where declarations of one qualified name are one symbol.
	// UnitFile, the default, keeps files apart. UnitDirectory is Go: a package is a
	// directory. UnitProject is C# with its partial classes, and C with its headers.
	Declarations Unit

	Headers    bool // a type may be declared in a header of another language of the family: C, C++
	Structural bool // a type implements an interface by having its methods, without naming it: Go
	Qualified  bool // a member always needs an object or type before its name: Go's p.Run(), Python's self.run()

	// Imports is the kind of target of an import statement without a file path.
	Imports ImportTarget
	// ModulePaths returns the paths that a module's name may stand for, without
	// extensions, the likeliest first. dir is the directory of the importing file,
	// taken is the name that is imported from the module, or "". nil is
	// PathsOfModule; NoPaths is a language whose modules are no paths: Java.
	ModulePaths func(dir, module, taken string) []string
}

// ImportTarget is the kind of target of an import statement.
type ImportTarget uint8

const (
	ImportTargetFile      ImportTarget = iota // "./util" in TypeScript
	ImportTargetDirectory                     // "example.com/m/util" in Go
	ImportTargetNamespace                     // "java.util.List" in Java
)

// NoPaths is a Graph.ModulePaths for languages whose modules are no paths.
func NoPaths(string, string, string) []string { return nil }

// PathsOfModule is the default of Graph.ModulePaths: a module's name is a path,
// relative to the file if it begins with a dot, else to the file or to a usual
// root of sources.
func PathsOfModule(dir, module, _ string) []string {
	if strings.HasPrefix(module, ".") {
		stem := path.Join(dir, module)
		list := []string{stem}
		if ext := path.Ext(stem); ext == ".js" || ext == ".jsx" || ext == ".mjs" {
			list = append(list, strings.TrimSuffix(stem, ext))
		}
		return list
	}
	list := []string{path.Join(dir, module)}
	for _, root := range []string{".", "include", "src", "lib"} {
		list = append(list, path.Join(root, module))
	}
	return list
}
