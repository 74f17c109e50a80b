package assistant

import (
	"fmt"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
)

// Scope says for whom an assistant is set up.
type Scope string

// The scopes. A project's files are committed with it as a rule.
const (
	ScopeProject Scope = "project"
	ScopeUser    Scope = "user"
)

// serverName is the name of the entry in each client's list of servers.
const serverName = "codegraph"

// A client is an assistant: where it keeps its list of MCP servers and its
// instructions, for each scope. "" is a place that it does not have.
type client struct {
	name    string
	title   string
	scope   Scope // unless another is asked for
	servers map[Scope]string
	// instructions that are read in each session
	notes map[Scope]string
	list  string // key of the list of servers in a JSON file
	typed bool   // entries name their kind
	// root is what stands for the project in arguments, where servers are not
	// started in it.
	root  string
	toml  bool
	hooks map[Scope]string
}

// clients is the only list of assistants. Names of files start from the
// project, or from one of the places of Options.place.
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

// Options say what to set up and where.
type Options struct {
	Scope   Scope  // "" for the one that is usual with the assistant
	Hooks   bool   // also hooks; for Claude Code only
	Root    string // of the project; absolute
	Home    string // the user's home directory
	Config  string // the directory of programs' settings, such as ~/.config
	Codex   string // where Codex keeps its settings; "" for ~/.codex
	Command string // what starts this program: a name that is looked up, or a path
	// Client runs the program of an assistant in a directory. It is nil if its
	// program must not be run, or is not there.
	Client func(dir, name string, args ...string) error
}

// place returns the path of a file that a client names, and the directory
// outside of which it must not lead.
func (o *Options) place(name string) (path, root string, err error) {
	for prefix, dir := range map[string]string{"~/": o.Home, "$CONFIG/": o.Config, "$CODEX/": o.codex()} {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		if dir == "" {
			return "", "", fmt.Errorf("%w: there is no home directory", projectbase.ErrUsage)
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
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

func (c *client) server(o *Options) server {
	s := server{Command: o.Command, Args: []string{"mcp"}}
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
	return fmt.Sprintf("[mcp_servers.%s]\ncommand = %s\nargs = [%s]\n", serverName, basicString(s.Command), strings.Join(args, ", "))
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

// notesText is what assistants read of this program in each session.
const notesText = `## CodeGraph

This code is indexed by CodeGraph. Before grep, or before reading whole files, ask its tools: ` + "`codegraph_query`" + `
finds names and words with their lines, definitions first; ` + "`codegraph_signature`" + ` says what a file declares;
` + "`codegraph_summary`" + ` and ` + "`codegraph_tree`" + ` what the project is. Answers follow every edit by themselves. Where there
are no such tools, the command line has the same: ` + "`codegraph query NAME`" + `.
`
