package lang

// Lookup describes how names are resolved.
type Lookup struct {
	// Scope contains the rules of package resolve. nil is a language whose names are
	// never looked up: CSS.
	Scope *Scope
}

// Scope contains the rules for resolving names. The zero value is a language whose
// names are visible in their own file only.
type Scope struct {
	// Family names the languages that see each other's symbols: "ecmascript", "jvm",
	// "c". "" is the language alone.
	Family  string
	Imports ImportStyle // the meaning of an import's module
	Unit    Unit        // the files that see a top-level name without an import

	Self      []string // words for the current object: this, self
	SelfTypes []string // words for its type: Self, static
	Super     []string // words for its base type: super, base
	Parent    bool     // Super is the base class without its mixins: PHP
	Implicit  bool     // members of the current object need no qualifier: Java

	New       string // constructor method, unless the type declares its own: "new" in Ruby
	Bare      bool   // a name alone calls a method, without parentheses: Ruby
	Open      bool   // a type may have several declarations: partial classes, impl blocks, extensions
	Mixins    bool   // mixins and traits come before base types, the last one first: Ruby
	Levels    bool   // methods of a type and of its objects differ: Ruby's "def self.a" and "def a"
	Methods   bool   // methods and values have separate names: a called name is no local variable or field
	Globals   bool   // a file may have imports for the whole project: C#'s "global using"
	Overloads bool   // several functions may have one name; the arguments of a call choose
	Fixed     bool   // a variable keeps the type of its first value
	Text      string // type of a string literal, if it has methods: "str"
	// Tables is true if a variable has the members declared with it as qualifier, and
	// that the value of a file is the value that it returns: Lua.
	Tables bool

	// Transparent are generic types whose members are those of their argument:
	// Promise, Box.
	Transparent []string
	Holders     []string // those of Transparent that are no pointers to their argument: Option
	Wrapped     []string // methods of Holders themselves: map, unwrap
	Passes      []string // foreign methods that return their object: unwrap, as_ref
	Elements    []string // foreign methods that return an element of their object: get, next

	// Numbers maps primitive types to one name for all languages: Kotlin's "Int" to
	// "int", Java's "boolean" to "bool".
	Numbers map[string]string
	// Boxes maps object types for a primitive value to its name in Numbers: Java's
	// "Integer" to "int".
	Boxes       map[string]string
	NameFirst   bool // a parameter is written "name: Type", otherwise "Type name"
	Trailing    bool // the last argument may be a function after the parentheses: Kotlin's "run(1) { ... }"
	Capitalized bool // only types begin with a capital letter, so that Name() creates an object: Java
	// PackageFile is the file of a directory that a dotted module name means: Lua's
	// require("a.b") loads a/b.lua or a/b/init.lua. "" if module names have no dots.
	PackageFile string
	// Predeclared are functions and types of the language or its library. A
	// declaration of the project is meant only if it is in scope; in C, a macro never.
	Predeclared []string
}

// ImportStyle is the meaning of an import's module.
type ImportStyle uint8

const (
	ImportsNothing     ImportStyle = iota
	ImportsDirectories             // a module's path and a directory in it: Go
	ImportsFiles                   // a relative path, or a package and a path in it: TypeScript
	ImportsModules                 // dotted names, from the file or from a root: Python
	ImportsNamespaces              // namespaces of declarations in any file: Java, C#, PHP
	ImportsCrates                  // paths in the tree of modules: crate::a::b in Rust
	ImportsIncludes                // the text of another file: C
	ImportsLoads                   // a file whose names become visible, or its value: Ruby, Lua
)

// Unit is the set of files that see a top-level name without an import.
type Unit uint8

const (
	UnitFile      Unit = iota
	UnitDirectory      // the files of the directory
	UnitNamespace      // the same namespace and those around it
	UnitProject        // every file of the family
)
