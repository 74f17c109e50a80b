package lang

// Lookup tells how names are resolved.
type Lookup struct {
	// Scope holds the rules of package resolve. nil is a language whose names are
	// never looked up: CSS.
	Scope *Scope
}

// Scope says how the names of a language are looked up: what package resolve
// does for all languages depends on. The zero value is a language whose names
// are known in their own file only.
type Scope struct {
	Family  string      // languages that see each other's symbols: "ecmascript", "jvm", "c"; "" is the language alone
	Imports ImportStyle // what an import's module names
	Unit    Unit        // who sees a name without importing it

	Self      []string // words for the object at hand: this, self
	SelfTypes []string // words for its type: Self, static
	Super     []string // words for what the type is based on: super, base
	Implicit  bool     // members of the object at hand need no word before them

	New         string            // method of a type that makes an object of it, unless the type has its own: new
	Bare        bool              // a name alone calls a method, without brackets
	Open        bool              // a type may be declared in several places: partial classes, impl blocks, extensions
	Mixins      bool              // modules and traits that a type takes in go before what it is derived from, the last of them first
	Parent      bool              // Super is the class that a type is derived from, without its mixins
	Levels      bool              // methods of a type itself and of its objects are apart: Ruby's "def self.a" and "def a"
	Tables      bool              // a variable has the members that its file declares of its name, and a file's value is the one that it returns: Lua
	Methods     bool              // names of methods and of values are apart: a bare name that is called is no local variable or field
	Globals     bool              // a file may have imports that hold in all of its project
	Overloads   bool              // functions of one name may lie beside each other: what a call gives tells which is meant
	Transparent []string          // generic types that stand for their argument where a member is named: Promise, Box
	Holders     []string          // of Transparent, those that are no pointers to their argument: Option
	Wrapped     []string          // names of methods that Holders have themselves, which are not those of their argument: map, unwrap
	Passes      []string          // of methods that nothing of the project declares, those that give the object itself: unwrap, as_ref
	Elements    []string          // likewise those that give an element of the object: get, next
	Text        string            // type of a string literal, if methods are called on such
	Fixed       bool              // a variable keeps the type of its first value
	Numbers     map[string]string // primitive types that are no objects, with one name for each in all languages: Kotlin's "Int" is "int", Java's "boolean" is "bool"
	Boxes       map[string]string // object types that hold a primitive value, with its name as in Numbers: Java's "Integer" holds "int"
	NameFirst   bool              // a parameter is written "name: Type"; else "Type name"
	Trailing    bool              // a function may be given after the brackets of a call, for the last parameter: Kotlin's "run(1) { ... }"
	Capitalized bool              // only types begin with a capital letter, so that the call Name() makes an object: Java
	PackageFile string            // file of a directory that a loaded name with dots means: Lua's require("a.b") loads a/b.lua or a/b/init.lua, so "init.lua"; "" where names have no dots
	Predeclared []string          // functions and types of the language itself that no declaration of the project is meant by, unless it is in scope; in C no macro is
}

// ImportStyle is what an import's module names.
type ImportStyle uint8

const (
	ImportsNothing     ImportStyle = iota
	ImportsDirectories             // Go: a module's path and a directory in it
	ImportsFiles                   // ECMAScript: a relative path, or a package and a path in it
	ImportsModules                 // Python: names with dots, from the file or from a root
	ImportsNamespaces              // Java, C#, PHP: names that declarations are in, wherever they stand
	ImportsCrates                  // Rust: crate::a::b, by the tree of modules
	ImportsIncludes                // C: the text of another file
	ImportsLoads                   // Ruby, Lua: a file whose names become known, or its value
)

// Unit is who sees a top-level name without importing it.
type Unit uint8

const (
	UnitFile      Unit = iota
	UnitDirectory      // the files of the directory
	UnitNamespace      // what is in the same namespace or one around it
	UnitProject        // every file of the family
)
