package assistant

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"codegraph/projectbase"

	"github.com/pelletier/go-toml/v2"
)

// Action is the effect of a change.
type Action string

// The actions. Refused leaves a file as it is; Change.Err has the reason.
const (
	Created   Action = "created"
	Changed   Action = "changed"
	Removed   Action = "removed"
	Unchanged Action = "unchanged"
	Refused   Action = "refused"
)

// Change is the planned edit of one file, or a command of an assistant's program.
type Change struct {
	File   string // path as the assistant knows it
	Action Action
	Note   string // its purpose, in a few words
	Err    error  // of Refused, and of an Apply that failed

	Text    []byte   // the new content of the file
	Command []string // runs instead of writing the file

	dir  string
	run  func(dir, name string, args ...string) error
	read contents
	mode fs.FileMode

	before, after func() error // around the writing; nil for nothing
}

// Setup plans the setup of an assistant.
func Setup(name string, o Options) ([]Change, error) { return plan(name, o, false) }

// Unsetup plans to undo Setup. It removes hooks whatever Options.Hooks is.
func Unsetup(name string, o Options) ([]Change, error) { return plan(name, o, true) }

func plan(name string, o Options, undo bool) ([]Change, error) {
	i := slices.IndexFunc(clients, func(c client) bool { return c.name == name })
	if i < 0 {
		return nil, fmt.Errorf("%w: unknown assistant %q; known are %s", projectbase.ErrUsage, name, strings.Join(Names(), ", "))
	}
	c := &clients[i]
	if o.Scope == "" {
		o.Scope = c.scope
	}
	if err := c.check(&o); err != nil {
		return nil, err
	}
	changes := []Change{c.register(&o, undo)}
	if notes := c.notes[o.Scope]; notes != "" {
		changes = append(changes, change(&o, notes, "instructions", undo, func(text []byte, exists bool) ([]byte, error) {
			return block(markdownMarks, notesText, text, exists, undo)
		}))
	}
	if hooks := c.hooks[o.Scope]; hooks != "" && (o.Hooks || undo) {
		changes = append(changes, change(&o, hooks, "hooks", undo, func(text []byte, exists bool) ([]byte, error) {
			return editHooks(text, exists, undo)
		}))
	}
	return changes, nil
}

// serverNames are the names that every client accepts.
var serverNames = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (c *client) check(o *Options) error {
	switch {
	case !serverNames.MatchString(cmp.Or(o.Name, DefaultName)):
		return fmt.Errorf("%w: server name %q: use letters, digits, - and _", projectbase.ErrUsage, o.Name)
	case o.Scope != ScopeProject && o.Scope != ScopeUser:
		return fmt.Errorf("%w: unknown scope %q; use user or project", projectbase.ErrUsage, o.Scope)
	case o.Hooks && c.hooks[o.Scope] == "":
		return fmt.Errorf("%w: only Claude Code has hooks, not %s", projectbase.ErrUsage, c.title)
	case c.servers[o.Scope] == "" && c.name != "claude":
		return fmt.Errorf("%w: %s has no server list for a %s; use --scope %s", projectbase.ErrUsage, c.title, o.Scope, c.scope)
	}
	return nil
}

// register plans the entry in the list of servers.
func (c *client) register(o *Options, undo bool) Change {
	name := c.servers[o.Scope]
	if c.name == "claude" && (o.Scope == ScopeUser || o.Client != nil && !undo) {
		return c.registerByProgram(o, undo)
	}
	return change(o, name, "server", undo, func(text []byte, exists bool) ([]byte, error) {
		if c.toml {
			return editTOML(c.server(o), text, exists, undo)
		}
		return editServers(c.list, c.server(o), text, exists, undo)
	})
}

// registerByProgram plans to let Claude Code register the server itself: it
// constantly rewrites the file of its user settings, so that others must not edit
// it.
func (c *client) registerByProgram(o *Options, undo bool) Change {
	file := "~/.claude.json"
	if o.Scope == ScopeProject {
		file = c.servers[ScopeProject]
	}
	out := change(o, file, "server", undo, func(text []byte, exists bool) ([]byte, error) {
		return editServers(c.list, c.server(o), text, exists, undo)
	})
	if out.Action == Unchanged || out.Action == Refused {
		return out
	}
	if o.Client == nil {
		out.Action, out.Text = Refused, nil
		out.Err = fmt.Errorf("%w: the program claude is not in PATH; install it or use --scope project", projectbase.ErrNotFound)
		return out
	}
	s := c.server(o)
	out.Command = append([]string{"claude", "mcp", "add", "--scope", string(o.Scope), s.name, "--", s.Command}, s.Args...)
	if undo {
		out.Command = []string{"claude", "mcp", "remove", "--scope", string(o.Scope), s.name}
	}
	out.Text, out.dir, out.run = nil, o.Root, o.Client
	return out
}

// change plans an edit of a file. If edit returns nil, the file is removed.
func change(o *Options, name, note string, undo bool, edit func(text []byte, exists bool) ([]byte, error)) Change {
	path, root, err := o.path(name)
	c := Change{File: path, Note: note}
	if err == nil {
		c.read, err = readContents(path, root)
	}
	c.mode = c.read.mode
	if err == nil && undo && !c.read.exists {
		c.Action = Unchanged
		return c
	}
	if err == nil {
		bom := []byte(nil)
		if rest, ok := bytes.CutPrefix(c.read.text, []byte(utf8BOM)); ok {
			bom, c.read.text = []byte(utf8BOM), rest
		}
		c.Text, err = edit(c.read.text, c.read.exists)
		c.read.text = append(bom, c.read.text...)
		if c.Text != nil {
			c.Text = append(slices.Clip(bom), c.Text...)
		}
	}
	switch {
	case err != nil:
		c.Action, c.Err, c.Text = Refused, err, nil
	case c.Text == nil:
		c.Action = Removed
	case !c.read.exists:
		c.Action = Created
	case bytes.Equal(c.Text, c.read.text):
		c.Action, c.Text = Unchanged, nil
	default:
		c.Action = Changed
	}
	return c
}

const utf8BOM = "\xef\xbb\xbf"

// Diff returns the removed lines with -, and the added lines with +, from the first
// difference to the last.
func (c *Change) Diff() string {
	if c.Action == Unchanged || c.Action == Refused || c.Command != nil {
		return ""
	}
	before, after := splitLines(c.read.text), splitLines(c.Text)
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	var b strings.Builder
	for _, l := range before {
		b.WriteString("-" + l + "\n")
	}
	for _, l := range after {
		b.WriteString("+" + l + "\n")
	}
	return b.String()
}

func splitLines(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Apply makes the change. If it fails, the action becomes Refused.
func (c *Change) Apply() {
	if c.Action == Unchanged || c.Action == Refused {
		return
	}
	for _, step := range []func() error{c.before, c.apply, c.after} {
		if step == nil {
			continue
		}
		if err := step(); err != nil {
			c.Action, c.Err = Refused, err
			return
		}
	}
}

func (c *Change) apply() error {
	switch {
	case c.Command != nil:
		return c.run(c.dir, c.Command[0], c.Command[1:]...)
	case c.Action == Removed:
		return c.read.remove()
	}
	return c.read.write(c.Text, c.mode)
}

// block edits a marked block.
func block(m marks, body string, text []byte, exists, undo bool) ([]byte, error) {
	if undo {
		rest, _, err := m.take(text)
		return rest, err
	}
	return m.put(text, exists, body)
}

// editServers edits a list of servers in JSON. It leaves an existing entry as it
// is, since people add arguments to it.
func editServers(list string, s server, text []byte, exists, undo bool) ([]byte, error) {
	if !exists {
		made, err := indented(map[string]any{list: map[string]any{s.name: s}}, "", "  ")
		return []byte(made + "\n"), err
	}
	d, err := parseDocument(text)
	if err != nil {
		return nil, err
	}
	at, err := d.find(list, s.name)
	switch {
	case err != nil:
		return nil, err
	case undo && at == nil || !undo && at != nil:
		return text, nil
	case undo:
		return d.remove([]any{list, s.name})
	}
	return d.add([]string{list, s.name}, false, s)
}

// editTOML edits a list of servers in TOML. It leaves an entry without marks as it
// is.
func editTOML(s server, text []byte, exists, undo bool) ([]byte, error) {
	var known struct {
		Servers map[string]any `toml:"mcp_servers"`
	}
	if err := toml.Unmarshal(text, &known); err != nil {
		return nil, fmt.Errorf("%w: not valid TOML: %s", projectbase.ErrUnreadable, strings.TrimPrefix(err.Error(), "toml: "))
	}
	from, _, err := scriptMarks.locate(text)
	if err != nil {
		return nil, err
	}
	if _, ok := known.Servers[s.name]; ok && from < 0 {
		return text, nil
	}
	return block(scriptMarks, s.table(), text, exists, undo)
}
