package lang

import "codegraph/projectbase"

// Usage describes the symbols that are used without a visible reference. The question
// for unused symbols applies it.
type Usage struct {
	// Judged is true if enough references are resolved to report symbols without
	// references as unused.
	Judged bool

	Called      []string                                         // top-level names that the language or its tools call: "init" in Go
	Special     func(name string) bool                           // likewise, by a rule: names like __all__ in Python
	Members     func(name string) bool                           // names of members that the language, its libraries or frameworks call: "toString" in JavaScript
	Conventions func(projectbase.Path, *projectbase.Symbol) bool // symbols of some files that a tool reads: "GET" in route.ts of Next.js, settings in conf.py of Sphinx
	Nameless    func(name string) bool                           // names that say that nothing uses the symbol by name: "_unused" in Rust
	Dispatched  func(*projectbase.Symbol) bool                   // members that are called through another type: methods of traits in Rust
	Extension   func(*projectbase.Symbol) bool                   // methods that are called on values of another type: "static int F(this string s)" in C#
	Handler     func(*projectbase.Symbol) bool                   // handlers that a designer or framework may bind: "void Click(object o, EventArgs e)" in C#
	Internal    func(projectbase.Path) bool                      // files whose exported symbols are for their own project only: "a/internal/b.go" in Go
	Decorators  []string                                         // decorators that do not use the symbol they stand at: "staticmethod" in Python

	NoOverrides bool // a member never overrides one of a foreign type by its name alone: Go, Rust
	Dynamic     bool // names can be built at run time and members called without knowing the type: Python, Ruby
	Literals    bool // functions and classes are also values in literals and expressions: JavaScript

	Directives []string // comments with a meaning that name symbols: "//export" for Go
	Global     string   // beginning of a statement that declares names of functions global: "global " in Python
	Beside     []string // extensions of files beside that may call symbols and are often not indexed: ".s" for Go
}
