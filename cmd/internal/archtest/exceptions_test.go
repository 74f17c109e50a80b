package archtest

// The lists in this file only shrink. A test fails when an entry is no longer
// needed, so that the limits apply to every package in the end.

// largePackages has the packages above maxFiles, with their number of files.
var largePackages = map[string]int{}

// largeTypes has the types above maxMethods, with their number of methods.
var largeTypes = map[string]int{}

// literalExceptions has the number of language ids that stand as literals in
// a package outside projectbase/lang.
var literalExceptions = map[string]int{}

// A notLanguage is a string that equals a language id and means something else
// in the packages that pkg matches.
type notLanguage struct {
	pkg, value, why string
}

// notLanguages allows literals that name no language.
var notLanguages = []notLanguage{
	{"catalog/catalogtest", "c", "id of a project in tests"},
	{"catalog/catalogtest", "go", "package ecosystem, and a language of a project in tests"},
	{"catalog/links", "go", "package ecosystem"},
	{"cmd/codegraph-bench/internal/edges", "java", "name of a program"},
	{"cmd/codegraph-bench/internal/languages", "c", "a kind of ctags"},
	{"cmd/codegraph-bench/internal/process", "go", "name of the go command"},
	{"cmd/codegraph-bench/internal/tokens", "markdown", "name of a flag"},
	{"cmd/internal/assistant", "bash", "name of a shell that runs Git hooks"},
	{"cmd/internal/tool", "text", "format of an answer"},
	{"projectbase/manifest*", "go", "package ecosystem"},
	{"projectbase/resolve/layout", "go", "package ecosystem"},
	{"projectbase/resolve/layout", "python", "name of a source directory"},
	{"projectbase/manifest*", "kotlin", "function of Gradle build files"},
	{"projectbase/manifest*", "python", "key of Poetry's dependencies"},
	{"projectbase/manifest*", "swift", "package ecosystem"},
	{"projectbase/manifest*", "typescript", "kind of manifest: tsconfig.json"},
}
