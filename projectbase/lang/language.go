package lang

import "codegraph/projectbase"

// Language describes one language. Its tables name node kinds of its grammars;
// a test checks that every name exists there.
type Language struct {
	ID   string // in answers and configuration: "go", "csharp"
	Name string // for people: "Go", "C#"

	// Tier is 1 for a language with symbols and references, 2 for one with terms
	// and top-level symbols only. 0 stands for 1.
	Tier int
	// Extracts tells people which symbols are extracted if the tables do not show
	// it: "class, id, variable, keyframes, import" for CSS.
	Extracts string

	Files   Files   // which files are of this language
	Parse   Parse   // grammars, and the text that they read
	Lex     Lex     // which text becomes terms
	Declare Declare // which nodes declare symbols
	Refer   Refer   // which nodes refer to symbols
	Bind    Bind    // where the types and values of names come from
	Metrics Metrics // which nodes count for complexity
	Lookup  Lookup  // how names are resolved
	Entry   Entry   // where programs begin
	Graph   Graph   // how the symbol graph is read
	Foreign Foreign // how symbols of other projects are named
	Usage   Usage   // which symbols are used without a reference

	// Hooks are called at each node of a kind, for rules that no table expresses:
	// imports, base types, declarations by call.
	//
	//	Hooks: map[string]func(*lang.Visit){"import_spec": importSpec}
	Hooks map[string]func(*Visit)
}

// File is a file as hooks see it.
type File struct {
	Path    projectbase.Path
	Package string // name of its package or module, if a hook has set it
	Test    bool   // a test file, by its name
	// Named are flags of symbols by name, set by a hook: exported, because a list of
	// exports names them.
	Named   map[string]projectbase.SymbolFlags
	Symbols []projectbase.Symbol
}
