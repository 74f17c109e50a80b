package tool

// A Param declares a parameter once, for every tool whose input has a field of
// this name in JSON. Flags, schemas, completion and the reference derive from it.
type Param struct {
	// Key is the name, or NAME/VARIANT where tools give one name different
	// meanings. A field chooses a variant with the tag `param:"NAME/VARIANT"`.
	Key   string
	Doc   string // a few words for people
	Brief string // fewer words, for the list that an assistant gets; "" for none

	Enum    []string
	Default string
	Aliases []string // other names that are accepted but not listed

	Flag  string // on the command line; "" is the name with - for _
	Short string // one letter, if the flag has a short form
	// Arg is true if the command line takes the value as an argument without a
	// flag; a list takes all arguments that follow.
	Arg bool
	// Unlisted is true if an assistant's list leaves the parameter out to save
	// tokens. It is accepted all the same.
	Unlisted bool
}

// symbolAliases are other names of the parameter symbol.
var symbolAliases = []string{"name", "method", "target", "type", "term", "query"}

// kindsOfReference and the other enums repeat the values of other packages, which
// this one does not know; a test compares them.
var (
	kindsOfReference = []string{"call", "type", "member", "import", "extends", "implements", "instantiate", "decorate"}
	lineKinds        = []string{"code", "property", "method", "struct", "comment", "string"}
	projectStates    = []string{"indexed", "not_indexed", "missing", "unreadable", "foreign", "too_new"}
)

// params is the table of parameters, sorted by key.
var params = []Param{
	{Key: "action", Doc: "Change to make", Enum: []string{"show", "tag", "untag", "rename", "forget", "delete"}},
	{Key: "atomic", Doc: "Change all files or none", Brief: "all or nothing"},
	{Key: "callers", Doc: "Callers listed for each symbol; 0 for all", Default: "10"},
	{Key: "case_sensitive", Doc: "Distinguish upper and lower case"},
	{Key: "confidence", Doc: "Lowest confidence to report", Enum: []string{"high", "medium", "low"}, Default: "medium"},
	{Key: "content", Doc: "Markdown text of the section", Brief: "Markdown", Arg: true},
	{Key: "depth", Doc: "Steps to follow; 0 for all", Brief: "0: all"},
	{Key: "depth/levels", Doc: "Directory levels to show; 0 for all", Brief: "levels"},
	{Key: "direction", Doc: "up: its users; down: what it uses; or both", Brief: "up: its users; down: what it uses", Enum: []string{"up", "down", "both"}, Default: "up"},
	{Key: "direction/types", Doc: "up: base types; down: derived types; or both", Enum: []string{"up", "down", "both"}, Default: "both"},
	{Key: "exclude", Doc: "Skip files that match this glob (stored)", Brief: "globs; stored"},
	{Key: "exported", Doc: "Include symbols that other projects may use", Brief: "include public symbols"},
	{Key: "file", Doc: "File, relative to the project", Arg: true},
	{Key: "file/filter", Doc: "Only files that match this glob or lie below this directory", Brief: "glob or directory", Aliases: []string{"file_filter"}},
	{Key: "file/of_symbol", Doc: "File that declares the symbol"},
	{Key: "files", Doc: "Files, directories or globs; default: all files", Brief: "or directories, globs", Arg: true},
	{Key: "files/changed", Doc: "Changed files", Brief: "changed files", Arg: true},
	{Key: "files/diff", Doc: "Files, or one range of commits FROM..TO; default: uncommitted changes", Brief: "files, or one FROM..TO; default: uncommitted", Arg: true},
	{Key: "files/ranges", Doc: "Files to index again, each with its changed lines"},
	{Key: "files/removed", Doc: "Files to remove from the index in one transaction", Arg: true},
	{Key: "format", Doc: "text (default) or json", Enum: []string{FormatText, FormatJSON}, Unlisted: true},
	{Key: "format/graph", Doc: "text (default), json, mermaid or dot", Enum: []string{FormatText, FormatJSON, "mermaid", "dot"}},
	{Key: "from", Doc: "Project: path, name or id", Arg: true},
	{Key: "from_commit", Doc: "Only files that Git reports as changed since this commit", Brief: "only changes that Git reports since"},
	{Key: "from_line", Doc: "First changed line", Brief: "first changed"},
	{Key: "include", Doc: "Only files that match this glob (stored)", Brief: "only these globs; stored"},
	{Key: "include_dependencies", Doc: "Also query linked projects", Brief: "linked projects too"},
	{Key: "include_stats", Doc: "Also show terms, methods and the time of indexing", Brief: "terms and methods", Flag: "stats"},
	{Key: "index", Doc: "Also index projects that are not indexed", Brief: "new projects too"},
	{Key: "jobs", Doc: "Projects to index in parallel; default: 1", Brief: "in parallel"},
	{Key: "kinds", Doc: "Only references of this kind", Enum: kindsOfReference, Aliases: []string{"kind"}, Flag: "kind", Short: "t"},
	{Key: "languages", Doc: "Only files of this language (stored)", Brief: "only these; stored", Aliases: []string{"language"}, Flag: "language"},
	{Key: "level", Doc: "Unit to compare", Enum: []string{"directory", "file"}, Default: "directory"},
	{Key: "level/cycles", Doc: "Cycles of files, of directories, or of functions that call each other", Brief: "symbol: calls", Enum: []string{"file", "directory", "symbol"}, Default: "file"},
	{Key: "limit", Doc: "Most results to return; 0 for all", Default: "100", Short: "n"},
	{Key: "match", Doc: "Only names that contain this text or match this glob", Brief: "part of a name, or glob", Arg: true},
	{Key: "max_depth", Doc: "Directory levels to search; 0 for all", Aliases: []string{"depth"}, Flag: "depth"},
	{Key: "max_tokens", Doc: "Longest answer, in tokens"},
	{Key: "min", Doc: "Lowest value of the sorted measure", Brief: "lowest value"},
	{Key: "mode", Doc: "How to compare the term", Enum: []string{"exact", "contains", "starts_with", "regex"}, Default: "exact"},
	{Key: "modified_since", Doc: "Only files modified since: 90m, 7d, 2w, RFC 3339 or Unix seconds", Brief: "file time: 90m, 7d, 2w, RFC 3339", Flag: "since"},
	{Key: "name", Doc: "Name of the project; default: that of its directory", Brief: "default: the directory's"},
	{Key: "name/entry", Doc: "Project: name, path or id"},
	{Key: "name/link", Doc: "Name to show for it", Brief: "to show"},
	{Key: "no_register", Doc: "Do not register the project in the catalog", Brief: "not in the catalog"},
	{Key: "path", Doc: "Only files below this directory or that match this glob", Brief: "glob or directory", Arg: true},
	{Key: "path/list", Doc: "Directory or glob", Brief: "directory or glob"},
	{Key: "path/new", Doc: "Project directory; default: the current one", Brief: "default: here", Arg: true},
	{Key: "path/other", Doc: "The other project: path, name or id", Brief: "path, name or id", Aliases: []string{"target"}, Arg: true},
	{Key: "path/search", Doc: "Directory to search for projects", Arg: true},
	{Key: "path/tree", Doc: "Directory to start from; default: the root of the project", Brief: "directory", Arg: true},
	{Key: "project", Doc: "Project by name, id or path; default: the current one"},
	{Key: "rebuild", Doc: "Index every file again", Brief: "index every file again"},
	{Key: "replace", Doc: "Replace the section instead of appending to it", Brief: "instead of appending"},
	{Key: "scope", Doc: "Projects: self (default), dependencies[:N], dependents[:N], tag:X, glob:X, all, or names"},
	{Key: "scope/full", Doc: "Projects: self (default), dependencies[:N], dependents[:N], tag:X, glob:X, all, or names",
		Brief: "self, dependencies[:N], dependents, tag:X, glob:X, all, or names"},
	{Key: "section", Doc: "Section of the summary", Enum: []string{"purpose", "architecture", "concepts", "patterns", "custom"}, Arg: true},
	{Key: "section/heading", Doc: "Only the section with this heading", Arg: true},
	{Key: "since", Doc: "Commits since: 90d, 12w, RFC 3339 or Unix seconds", Brief: "90d, 12w, RFC 3339", Default: "365d"},
	{Key: "sort", Doc: "Measure to sort by", Enum: []string{"cyclomatic", "nesting", "lines"}, Default: "cyclomatic"},
	{Key: "source", Doc: "Include the source text", Brief: "with source text"},
	{Key: "state", Doc: "Only projects in this state", Enum: projectStates},
	{Key: "symbol", Doc: "Symbol name, qualified if several symbols share it", Brief: "qualified if need be", Aliases: symbolAliases, Arg: true},
	{Key: "symbol/or_file", Doc: "Symbol name, or a file", Brief: "symbol or file", Aliases: symbolAliases, Arg: true},
	{Key: "tag", Doc: "Only projects with this tag"},
	{Key: "term", Doc: "Identifier or word to search for", Brief: "identifier, word or pattern", Aliases: []string{"query", "symbol", "name"}, Arg: true},
	{Key: "tests", Doc: "Include test files"},
	{Key: "title", Doc: "Heading of a custom section; default: Notes", Brief: "of a custom section"},
	{Key: "to", Doc: "The other project: path, name or id", Arg: true},
	{Key: "to_commit", Doc: "Only changes up to this commit; default: the working tree", Brief: "default: working tree"},
	{Key: "to_line", Doc: "Last changed line", Brief: "last changed"},
	{Key: "type_filter", Doc: "Only lines of this kind", Brief: "line kinds", Enum: lineKinds, Aliases: []string{"type"}, Flag: "type", Short: "t"},
	{Key: "values", Doc: "Tags, or the new name"},
	{Key: "what", Doc: "Of files, lines, occurrences, types, methods, symbols, references, imports, edges; default: all"},
}
