package assistant

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
)

// Scope is the range of a setup.
type Scope string

// The scopes. The files of a project are usually committed with it.
const (
	ScopeProject Scope = "project"
	ScopeUser    Scope = "user"
)

// DefaultName is the usual name of the MCP server in a client's list.
const DefaultName = "codegraph"

// A client is an assistant, with the files of its MCP servers and instructions for
// each scope; "" if it has none.
type client struct {
	name    string
	title   string
	scope   Scope // the default
	servers map[Scope]string
	// notes are the instructions that each session reads.
	notes map[Scope]string
	list  string // key of the list of servers in a JSON file
	typed bool   // entries name their kind
	// root is the client's placeholder for the project directory, if it starts
	// servers elsewhere.
	root  string
	toml  bool
	hooks map[Scope]string
}

// clients is the only list of assistants. File names are relative to the project,
// or start with a prefix of Options.path.
var clients = []client{
	{name: "claude", title: "Claude Code", scope: ScopeProject, list: "mcpServers", typed: true,
		servers: map[Scope]string{ScopeProject: ".mcp.json"},
		notes:   map[Scope]string{ScopeProject: "CLAUDE.md", ScopeUser: "~/.claude/CLAUDE.md"},
		hooks:   map[Scope]string{ScopeProject: ".claude/settings.json", ScopeUser: "~/.claude/settings.json"}},
	{name: "cursor", title: "Cursor", scope: ScopeProject, list: "mcpServers", root: "${workspaceFolder}",
		servers: map[Scope]string{ScopeProject: ".cursor/mcp.json", ScopeUser: "~/.cursor/mcp.json"},
		notes:   map[Scope]string{ScopeProject: "AGENTS.md"}},
	{name: "vscode", title: "Visual Studio Code", scope: ScopeProject, list: "servers", typed: true, root: "${workspaceFolder}",
		servers: map[Scope]string{ScopeProject: ".vscode/mcp.json", ScopeUser: "$CONFIG/Code/User/mcp.json"},
		notes:   map[Scope]string{ScopeProject: "AGENTS.md"}},
	{name: "codex", title: "Codex", scope: ScopeUser, toml: true,
		servers: map[Scope]string{ScopeProject: ".codex/config.toml", ScopeUser: "$CODEX/config.toml"},
		notes:   map[Scope]string{ScopeProject: "AGENTS.md", ScopeUser: "$CODEX/AGENTS.md"}},
	{name: "gemini", title: "Gemini CLI", scope: ScopeProject, list: "mcpServers",
		servers: map[Scope]string{ScopeProject: ".gemini/settings.json", ScopeUser: "~/.gemini/settings.json"},
		notes:   map[Scope]string{ScopeProject: "GEMINI.md", ScopeUser: "~/.gemini/GEMINI.md"}},
	{name: "windsurf", title: "Windsurf", scope: ScopeUser, list: "mcpServers",
		servers: map[Scope]string{ScopeUser: "~/.codeium/windsurf/mcp_config.json"}},
}

// Names returns the names of the assistants.
func Names() []string {
	var names []string
	for _, c := range clients {
		names = append(names, c.name)
	}
	return names
}

// Options are the settings of a setup.
type Options struct {
	Scope   Scope  // "" for the assistant's default
	Name    string // of the MCP server; "" for DefaultName
	Hooks   bool   // also hooks; for Claude Code only
	Root    string // of the project; absolute
	Home    string // the user's home directory
	Config  string // the directory of settings, such as ~/.config
	Codex   string // the settings directory of Codex; "" for ~/.codex
	Command string // starts this program: a name in PATH, or a path
	// Client runs the program of an assistant in a directory. It is nil if there
	// is no such program.
	Client func(dir, name string, args ...string) error
}

// path returns the path of a client's file, and the directory that confines it.
func (o *Options) path(name string) (path, root string, err error) {
	for prefix, dir := range map[string]string{"~/": o.Home, "$CONFIG/": o.Config, "$CODEX/": o.codex()} {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		if dir == "" {
			return "", "", fmt.Errorf("%w: no home directory", projectbase.ErrUsage)
		}
		return filepath.Join(dir, filepath.FromSlash(rest)), "", nil
	}
	return filepath.Join(o.Root, filepath.FromSlash(name)), o.Root, nil
}

func (o *Options) codex() string {
	if o.Codex != "" || o.Home == "" {
		return o.Codex
	}
	return filepath.Join(o.Home, ".codex")
}

// server is an entry in a list of servers.
type server struct {
	name string

	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

func (c *client) server(o *Options) server {
	s := server{name: cmp.Or(o.Name, DefaultName), Command: o.Command, Args: []string{"mcp"}}
	if c.typed {
		s.Type = "stdio"
	}
	if c.root != "" && o.Scope == ScopeProject {
		s.Args = []string{"-C", c.root, "mcp"}
	}
	return s
}

// table returns the entry as TOML.
func (s server) table() string {
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = basicString(a)
	}
	return fmt.Sprintf("[mcp_servers.%s]\ncommand = %s\nargs = [%s]\n", s.name, basicString(s.Command), strings.Join(args, ", "))
}

// basicString returns s as a string of TOML.
func basicString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// notesText are the instructions for assistants, which each session reads.
const notesText = `## CodeGraph

CodeGraph indexes this code. Use its tools before grep and before reading whole files: ` + "`codegraph_query`" + ` finds
identifiers and words with their lines, definitions first; ` + "`codegraph_signature`" + ` lists the declarations of a file;
` + "`codegraph_summary`" + ` and ` + "`codegraph_tree`" + ` describe the project. Answers include every edit. Without these
tools, use the same commands in a shell: ` + "`codegraph query NAME`" + `.
`
