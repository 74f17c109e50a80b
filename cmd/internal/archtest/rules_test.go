package archtest

// A rule says which packages of this module a package may import. Patterns are
// paths below the module; a last element "*" stands for any one element, and
// "..." for everything.
type rule struct {
	pkg string
	may []string
}

// rules has one row for each package. The first matching row applies.
var rules = []rule{
	{"projectbase", nil},
	{"projectbase/settings", []string{"projectbase"}},
	{"projectbase/git", []string{"projectbase"}},
	{"projectbase/source", []string{"projectbase", "projectbase/settings", "projectbase/git"}},
	{"projectbase/syntax", nil},
	{"projectbase/lang", []string{"projectbase", "projectbase/syntax"}},
	{"projectbase/lang/all", []string{"projectbase/lang", "projectbase/lang/*"}},
	{"projectbase/lang/c", []string{"projectbase", "projectbase/lang", "projectbase/lang/cfamily", "projectbase/syntax"}},
	{"projectbase/lang/cpp", []string{"projectbase", "projectbase/lang", "projectbase/lang/cfamily", "projectbase/syntax"}},
	{"projectbase/lang/html", []string{"projectbase", "projectbase/lang", "projectbase/lang/markup", "projectbase/syntax"}},
	{"projectbase/lang/svelte", []string{"projectbase", "projectbase/lang", "projectbase/lang/markup", "projectbase/syntax"}},
	{"projectbase/lang/vue", []string{"projectbase", "projectbase/lang", "projectbase/lang/markup", "projectbase/syntax"}},
	{"projectbase/lang/javascript", []string{"projectbase", "projectbase/lang", "projectbase/lang/ecmascript", "projectbase/syntax"}},
	{"projectbase/lang/typescript", []string{"projectbase", "projectbase/lang", "projectbase/lang/ecmascript", "projectbase/syntax"}},
	{"projectbase/lang/*", []string{"projectbase", "projectbase/lang", "projectbase/syntax"}},
	{"projectbase/resolve/expr", []string{}},                                                                                     // text of expressions and types
	{"projectbase/resolve/outline", []string{"projectbase", "projectbase/pack", "projectbase/lang", "projectbase/resolve/expr"}}, // declarations that other files can see
	{"projectbase/resolve/layout", []string{"projectbase", "projectbase/lang", "projectbase/resolve/expr", "projectbase/resolve/outline"}},
	{"projectbase/resolve/symbols", []string{"projectbase", "projectbase/lang", "projectbase/resolve/expr", "projectbase/resolve/outline"}},
	{"projectbase/resolve/overload", []string{"projectbase", "projectbase/lang", "projectbase/resolve/expr", "projectbase/resolve/outline"}},
	{"projectbase/resolve", []string{"projectbase", "projectbase/lang", "projectbase/resolve/*"}},                                                                                // resolves references to symbols
	{"projectbase/resolve/wanttest", []string{"projectbase", "projectbase/extract", "projectbase/lang", "projectbase/lang/all", "projectbase/resolve", "projectbase/resolve/*"}}, // used by tests only
	{"projectbase/extract", []string{"projectbase", "projectbase/lang", "projectbase/syntax"}},
	{"projectbase/extract/extracttest", []string{"projectbase", "projectbase/lang", "projectbase/syntax", "projectbase/extract"}}, // helpers of language tests
	{"projectbase/worker", []string{"projectbase", "projectbase/pack", "projectbase/lang", "projectbase/extract"}},
	{"projectbase/pack", []string{"projectbase"}}, // binary encoding of records
	{"projectbase/manifest", []string{"projectbase", "projectbase/manifest/document", "projectbase/manifest/script"}},
	{"projectbase/manifest/document", []string{"projectbase"}},
	{"projectbase/manifest/script", []string{"projectbase"}},
	{"projectbase/store", []string{"projectbase"}},
	{"projectbase/store/lock", []string{"projectbase", "projectbase/store"}},
	{"projectbase/store/format", []string{"projectbase", "projectbase/pack", "projectbase/store"}},
	{"projectbase/store/database", []string{"migrations", "projectbase", "projectbase/store", "projectbase/store/lock"}},
	{"projectbase/store/tables", []string{"projectbase", "projectbase/pack", "projectbase/store", "projectbase/store/format", "projectbase/store/database"}},
	{"projectbase/store/read", []string{"projectbase", "projectbase/pack", "projectbase/store", "projectbase/store/lock", "projectbase/store/format",
		"projectbase/store/database", "projectbase/store/tables"}},
	{"projectbase/store/write", []string{"projectbase", "projectbase/pack", "projectbase/store", "projectbase/store/lock", "projectbase/store/format",
		"projectbase/store/database", "projectbase/store/tables", "projectbase/store/read"}},
	{"projectbase/store/storetest", []string{"migrations", "projectbase", "projectbase/store", "projectbase/store/*"}}, // used by tests only
	{"projectbase/about", []string{"projectbase", "projectbase/lang", "projectbase/manifest"}},
	{"projectbase/index", []string{"projectbase", "projectbase/settings", "projectbase/source", "projectbase/git",
		"projectbase/lang", "projectbase/worker", "projectbase/manifest", "projectbase/about", "projectbase/store", "projectbase/store/lock", "projectbase/store/read", "projectbase/store/write", "projectbase/resolve", "projectbase/resolve/outline", "projectbase/resolve/layout"}},
	{"projectbase/fresh", []string{"projectbase", "projectbase/settings", "projectbase/source", "projectbase/git",
		"projectbase/index", "projectbase/store", "projectbase/store/lock", "projectbase/store/read"}},
	{"projectbase/fresh/faulttest", nil}, // helpers of fault tests
	{"projectbase/query", []string{"projectbase", "projectbase/lang", "projectbase/about", "projectbase/store", "projectbase/store/read"}},
	{"projectbase/query/search", []string{"projectbase", "projectbase/lang", "projectbase/store", "projectbase/store/format", "projectbase/store/read", "projectbase/query"}},
	{"projectbase/query/symbol", []string{"projectbase", "projectbase/lang", "projectbase/about", "projectbase/store", "projectbase/store/read", "projectbase/query"}},
	{"projectbase/query/graph", []string{"projectbase", "projectbase/lang", "projectbase/store", "projectbase/store/read", "projectbase/query", "projectbase/query/symbol"}},
	{"projectbase/query/measure", []string{"projectbase", "projectbase/lang", "projectbase/about", "projectbase/store", "projectbase/store/read", "projectbase/query", "projectbase/query/symbol"}},
	{"projectbase/query/report", []string{"projectbase", "projectbase/lang", "projectbase/about", "projectbase/store", "projectbase/store/read", "projectbase/query", "projectbase/query/symbol"}},
	{"projectbase/query/querytest", []string{"projectbase", "projectbase/settings", "projectbase/lang/all", "projectbase/worker", "projectbase/store", "projectbase/store/read", "projectbase/store/write",
		"projectbase/index", "projectbase/query"}}, // indexes for tests
	{"catalog/termfilter", nil}, // types of the contract
	{"catalog/escape", nil},
	{"catalog", []string{"catalog/termfilter"}},
	{"catalog/lookup", []string{"catalog"}},
	{"catalog/identity", []string{"catalog"}},
	{"catalog/lease", []string{"catalog"}},
	{"catalog/restrict", []string{"catalog", "catalog/lookup", "catalog/termfilter"}},
	{"catalog/sqlstore", []string{"catalog", "catalog/escape", "catalog/lookup", "catalog/termfilter", "migrations"}},
	{"catalog/httpapi", []string{"catalog", "catalog/escape", "catalog/termfilter"}},
	{"catalog/overlay", []string{"catalog", "catalog/termfilter"}}, // the catalog of a service beside that of this machine
	{"catalog/catalogtest", []string{"catalog", "catalog/identity", "catalog/lease", "catalog/termfilter"}},
	{"catalog/links", []string{"catalog", "catalog/identity", "projectbase"}},
	{"catalog/scan", []string{"catalog", "catalog/identity", "catalog/lease", "catalog/links", "projectbase", "projectbase/settings", "projectbase/source",
		"projectbase/git", "projectbase/manifest", "projectbase/store", "projectbase/store/lock", "projectbase/store/read", "projectbase/store/write"}},
	{"federation", []string{"catalog", "catalog/lookup", "catalog/termfilter", "projectbase", "projectbase/lang", "projectbase/query", "projectbase/query/search", "projectbase/query/graph"}},
	{"migrations", nil},
	{"cmd/internal/archtest", nil},
	{"cmd/internal/config", nil},
	{"cmd/internal/pace", nil},
	{"cmd/internal/assistant", []string{"projectbase"}},
	{"cmd/internal/workspace", []string{"catalog", "catalog/scan", "federation", "projectbase", "projectbase/fresh",
		"projectbase/index", "projectbase/query", "projectbase/query/search", "projectbase/settings"}},
	{"cmd/internal/tool", []string{"cmd/internal/workspace", "catalog", "federation", "projectbase", "projectbase/fresh",
		"projectbase/query"}},
	{"cmd/internal/fanout", []string{"cmd/internal/workspace", "cmd/internal/tool", "catalog", "federation", "projectbase",
		"projectbase/fresh", "projectbase/query"}}, // one question to the projects of a scope
	{"cmd/internal/upload", []string{"cmd/internal/workspace", "cmd/internal/tool", "catalog", "projectbase", "projectbase/lang",
		"projectbase/query", "projectbase/query/report"}}, // indexes that clients publish
	{"cmd/internal/question", []string{"cmd/internal/workspace", "cmd/internal/tool", "cmd/internal/fanout", "catalog",
		"federation", "projectbase", "projectbase/fresh", "projectbase/index", "projectbase/query", "projectbase/query/report",
		"projectbase/query/search", "projectbase/settings"}},
	{"cmd/internal/graph", []string{"cmd/internal/workspace", "cmd/internal/tool", "cmd/internal/fanout", "catalog",
		"catalog/links", "federation", "projectbase", "projectbase/query", "projectbase/query/graph", "projectbase/query/symbol"}},
	{"cmd/internal/measure", []string{"cmd/internal/workspace", "cmd/internal/tool", "cmd/internal/fanout", "projectbase",
		"projectbase/git", "projectbase/query", "projectbase/query/measure"}},
	{"cmd/internal/action", []string{"cmd/internal/workspace", "cmd/internal/tool", "catalog", "projectbase", "projectbase/index",
		"projectbase/query", "projectbase/query/report"}},
	{"cmd/internal/register", []string{"cmd/internal/workspace", "cmd/internal/tool", "catalog", "catalog/links", "catalog/lookup",
		"catalog/scan", "federation", "projectbase", "projectbase/index", "projectbase/query", "projectbase/settings"}},
	{"cmd/internal/tools", []string{"cmd/internal/tool", "cmd/internal/question", "cmd/internal/graph", "cmd/internal/measure",
		"cmd/internal/action", "cmd/internal/register", "projectbase"}}, // the list of tools
	{"cmd/internal/mcpserver", []string{"cmd/internal/workspace", "cmd/internal/tool", "cmd/internal/fanout",
		"cmd/internal/question", "cmd/internal/register", "cmd/internal/tools"}},
	{"cmd/internal/httpserver", []string{"cmd/internal/workspace", "cmd/internal/tool", "cmd/internal/upload",
		"cmd/internal/register", "cmd/internal/tools", "catalog", "catalog/httpapi", "catalog/restrict", "projectbase"}},
	{"cmd/internal/cli", []string{"..."}},
	{"cmd/codegraph", []string{"cmd/internal/cli", "cmd/internal/pace"}},
	{"cmd/codegraph-bench/internal/report", nil},
	{"cmd/codegraph-bench/internal/process", nil},
	{"cmd/codegraph-bench/internal/mcpclient", nil},
	{"cmd/codegraph-bench/internal/sourcetree", []string{"projectbase", "projectbase/settings", "projectbase/source", "projectbase/syntax", "projectbase/extract", "projectbase/lang", "projectbase/lang/all", "cmd/codegraph-bench/internal/process"}},
	{"cmd/codegraph-bench/internal/*", []string{"..."}}, // a benchmark each
	{"cmd/codegraph-bench", []string{"..."}},
}

// A fence names the only packages that may import packages below prefix.
type fence struct {
	prefix string
	only   []string
	why    string
}

// fences has one row for each third-party module, and for some packages of the
// standard library. Third-party modules without a row are not allowed.
var fences = []fence{
	{"github.com/smacker/go-tree-sitter", []string{"projectbase/syntax", "projectbase/lang", "projectbase/lang/*"}, "grammars can crash a process; only parser processes use them"},
	{"github.com/tree-sitter", []string{"projectbase/lang/*"}, "grammar of one language; as above"},
	{"github.com/tree-sitter-grammars", []string{"projectbase/lang/*"}, "as above"},
	{"C", []string{"projectbase/syntax"}, "one C call per file"},
	{"modernc.org/sqlite", []string{"projectbase/store/database", "catalog/sqlstore"}, "each database has one owner"},
	{"database/sql", []string{"projectbase/store/database", "projectbase/store/storetest", "catalog/sqlstore", "migrations"}, "statements belong to the owner of the schema"},
	{"github.com/jackc/pgx/v5", []string{"catalog/sqlstore", "catalog/catalogtest"}, "as above; tests create schemas"},
	{"github.com/pressly/goose/v3", []string{"migrations"}, "there is one way to change a schema"},
	{"github.com/spf13/cobra", []string{"cmd/internal/tool", "cmd/internal/cli"}, "only the command line parses flags"},
	{"github.com/spf13/pflag", []string{"cmd/internal/tool", "cmd/internal/cli"}, "as cobra"},
	{"github.com/google/jsonschema-go", []string{"cmd/internal/tool", "cmd/internal/httpserver"}, "schemas come from declared inputs and answers"},
	{"github.com/mark3labs/mcp-go", []string{"cmd/internal/tool", "cmd/internal/mcpserver"}, "only the MCP server speaks MCP"},
	{"github.com/schollz/progressbar/v3", []string{"cmd/internal/cli"}, "only the command line has a terminal"},
	{"golang.org/x/term", []string{"cmd/internal/cli"}, "only the command line has a terminal"},
	{"golang.org/x/mod", []string{"projectbase/manifest"}, "reads go.mod"},
	{"gopkg.in/yaml.v3", []string{"projectbase/manifest/document"}, "reads pnpm-workspace.yaml"},
	{"github.com/pelletier/go-toml/v2", []string{"projectbase/manifest/document", "cmd/internal/assistant"}, "reads Cargo.toml, pyproject.toml and the settings of Codex"},
	{"github.com/tailscale/hujson", []string{"cmd/internal/assistant"}, "edits settings of other programs without losing comments"},
	{"github.com/prometheus/client_golang", []string{"cmd/internal/httpserver"}, "only servers export metrics"},
	{"github.com/bmatcuk/doublestar/v4", []string{"projectbase/settings", "projectbase/source", "projectbase/query"}, "globs select files"},
	{"github.com/google/go-cmp", []string{"projectbase/extract/extracttest", "catalog/catalogtest"}, "for tests only"},
	{"golang.org/x/tools/txtar", []string{"projectbase/extract/extracttest", "projectbase/query/querytest", "projectbase/resolve/wanttest"}, "for tests only"},
	{"golang.org/x/tools/go/packages", []string{"cmd/codegraph-bench/internal/edges"}, "compilers check the graph; they do not build it"},
	{"github.com/fsnotify/fsnotify", []string{"projectbase/source"}, "file notifications"},
	{"golang.org/x/sync", []string{"..."}, "errgroup"},
	{"golang.org/x/time", []string{"cmd/internal/httpserver"}, "rate limits of tokens"},
	{"golang.org/x/sys", []string{"projectbase/source", "projectbase/store/lock", "projectbase/worker", "projectbase/index",
		"projectbase/fresh", "projectbase/git", "catalog/scan", "catalog/sqlstore", "cmd/codegraph-bench/internal/process"}, "files, locks, limits and processes"},
}
