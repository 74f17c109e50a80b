package lang

import "codegraph/projectbase"

// Foreign describes how code of one project names symbols of another.
type Foreign struct {
	// Family names the languages that can name each other's symbols: "script" for
	// TypeScript, JavaScript and Vue. "" is the language alone.
	Family string

	// Ecosystem is that of the packages that hold files of the language, as
	// manifests name it: "npm", "cargo".
	Ecosystem string
	// Spaces returns the names under which other projects import a file, given the
	// innermost packages of Ecosystem around it: "example.com/m/util" for the file
	// util/a.go of the module example.com/m. nil is none.
	Spaces func(file projectbase.Path, around []Package) []string
	// Namespaces is true if other projects import symbols by the namespace that they
	// are declared in: "com.acme.util" in Java.
	Namespaces bool
	// Visible reports whether other projects can name a symbol. nil excludes only
	// symbols that are declared private.
	Visible func(*projectbase.Symbol) bool

	Unresolved    UnresolvedNames // which unresolved references may name symbols of other projects
	StaticImports bool            // an import may take one member out of a type: "import static a.B.c" in Java
	RootQualifies bool            // the first part of a qualified name is the package: "serde" in Rust's serde::de::Error
}

// Package is a package that a project publishes.
type Package struct {
	Name string
	Dir  projectbase.Path // of its manifest; "." for the root
}

// UnresolvedNames selects the unresolved references that may name symbols of other
// projects.
type UnresolvedNames uint8

const (
	UnresolvedAny      UnresolvedNames = iota // every one: C#, where "using Acme;" imports all names of a namespace
	UnresolvedWildcard                        // those in files that import all names of a module: "from lib import *" in Python
	UnresolvedNone                            // none, since every foreign name is imported: Go, TypeScript
)

// PackageNames is a Foreign.Spaces for languages whose files are imported by the
// name of their package.
func PackageNames(_ projectbase.Path, around []Package) []string {
	var names []string
	for _, p := range around {
		names = append(names, p.Name)
	}
	return names
}

// Family returns the name of the languages that can name each other's symbols.
func (l *Language) Family() string {
	if l.Foreign.Family != "" {
		return l.Foreign.Family
	}
	return l.ID
}
