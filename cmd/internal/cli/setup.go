package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"codegraph/cmd/internal/assistant"
	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"

	"github.com/spf13/cobra"
)

const gitHooks = "git-hooks"

// setupFlags are the flags of setup and unsetup.
type setupFlags struct {
	scope string
	name  string
	hooks bool
	print bool
	undo  bool
}

func newSetup(a *app) *cobra.Command {
	var f setupFlags
	cmd := &cobra.Command{
		Use: "setup " + setupChoice(), Short: "Register with an assistant, or as Git hooks", GroupID: groupServe,
		Long: `Register with an assistant, or as Git hooks

Adds "codegraph mcp" to the assistant's list of MCP servers, and a short marked block
to its instructions (CLAUDE.md, AGENTS.md or GEMINI.md). --hooks also adds hooks for
Claude Code: they describe the index when a session starts and before a file search
for a name, and update the index after edits.

--name chooses another name for the MCP server, if another program has the name
codegraph.

git-hooks lets Git update the index in the background after commits, checkouts,
merges and rebases. Existing hooks keep running.

All other content of these files stays unchanged. A file that does not parse is
reported and left as it is. Running setup again changes nothing; "codegraph unsetup"
undoes it.`,
		Example: "  codegraph setup claude --hooks\n  codegraph setup codex --scope user\n  codegraph setup cursor --print\n  codegraph setup git-hooks",
	}
	setupCommand(cmd, a, &f)
	cmd.Flags().BoolVar(&f.hooks, "hooks", false, "also add hooks; for Claude Code")
	return cmd
}

func newUnsetup(a *app) *cobra.Command {
	f := setupFlags{undo: true}
	cmd := &cobra.Command{
		Use: "unsetup " + setupChoice(), Short: "Undo setup", GroupID: groupServe,
		Long:    "Undo setup\n\nAll other content of the assistant's files stays unchanged.",
		Example: "  codegraph unsetup claude",
	}
	setupCommand(cmd, a, &f)
	return cmd
}

func setupChoice() string { return strings.Join(assistant.Names(), "|") + "|" + gitHooks }

func setupCommand(cmd *cobra.Command, a *app, f *setupFlags) {
	names := append(assistant.Names(), gitHooks)
	cmd.ValidArgsFunction = cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usagef("ASSISTANT is missing: use one of %s", strings.Join(names, ", "))
		case len(args) > 1:
			return usagef("unexpected argument %q", args[1])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return registration{a}.setup(cmd.Context(), cmd, args[0], f)
	}
	cmd.Flags().StringVar(&f.scope, "scope", "", "user or project; default: the usual one of the assistant")
	cmd.Flags().StringVar(&f.name, "name", assistant.DefaultName, "name of the MCP server")
	cmd.Flags().BoolVar(&f.print, "print", false, "print the changes without making them")
	cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions([]string{"user", "project"}, cobra.ShellCompDirectiveNoFileComp))
}

// registration registers this program with assistants.
type registration struct{ *app }

// setupRow is one change in the answer.
type setupRow struct {
	File    string           `json:"file"`
	Action  assistant.Action `json:"action"`
	What    string           `json:"what"`
	Command []string         `json:"command,omitempty"` // ran instead of writing the file
	Diff    string           `json:"diff,omitempty"`    // removed and added lines, with --print
	Reason  string           `json:"reason,omitempty"`  // of a refusal
}

func (a registration) setup(ctx context.Context, cmd *cobra.Command, name string, f *setupFlags) error {
	changes, err := a.planSetup(ctx, cmd, name, f)
	if err != nil {
		return err
	}
	rows, refused := []setupRow{}, false
	for i := range changes {
		c := &changes[i]
		if !f.print {
			c.Apply()
		}
		row := setupRow{File: c.File, Action: c.Action, What: c.Note, Command: c.Command}
		if f.print {
			row.Diff = c.Diff()
		}
		if c.Err != nil {
			row.Reason, refused = c.Err.Error(), true
		}
		rows = append(rows, row)
	}
	if a.json {
		err = printJSON(a.stdout, struct {
			Success bool       `json:"success"`
			Printed bool       `json:"printed,omitempty"` // nothing was done
			Changes []setupRow `json:"changes"`
		}{!refused, f.print, rows})
	} else if !a.quiet || refused {
		err = a.printSetup(rows, f.print)
	}
	if err == nil && refused {
		return exitStatus(tool.ExitIncomplete)
	}
	return err
}

func (a registration) printSetup(rows []setupRow, printed bool) error {
	var b strings.Builder
	for _, r := range rows {
		would := ""
		if printed && r.Action != assistant.Unchanged && r.Action != assistant.Refused {
			would = "would be "
		}
		fmt.Fprintf(&b, "%s: %s%s (%s)\n", query.Shown(r.File, 0), would, r.Action, r.What)
		if r.Reason != "" {
			fmt.Fprintf(&b, "  unchanged: %s\n", query.Shown(r.Reason, 0))
		}
		if r.Command != nil {
			fmt.Fprintf(&b, "  by: %s\n", query.Shown(strings.Join(r.Command, " "), 0))
		}
		b.WriteString(query.ShownBlock(r.Diff))
	}
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}

func (a registration) planSetup(ctx context.Context, cmd *cobra.Command, name string, f *setupFlags) ([]assistant.Change, error) {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, usagef("%v", err)
	}
	if name == gitHooks {
		if f.hooks || f.scope != "" || cmd.Flags().Changed("name") {
			return nil, usagef("--hooks, --scope and --name are for assistants")
		}
		hooks, err := gitHooksDir(ctx, dir)
		if err != nil {
			return nil, err
		}
		if f.undo {
			return assistant.UnsetupGit(hooks), nil
		}
		return assistant.SetupGit(hooks), nil
	}
	o, err := a.setupOptions(cmd, dir, f)
	if err != nil {
		return nil, err
	}
	if f.undo {
		return assistant.Unsetup(name, o)
	}
	return assistant.Setup(name, o)
}

func (a registration) setupOptions(cmd *cobra.Command, dir string, f *setupFlags) (assistant.Options, error) {
	c, err := a.config(cmd)
	if err != nil {
		return assistant.Options{}, err
	}
	o := assistant.Options{Scope: assistant.Scope(f.scope), Name: f.name, Hooks: f.hooks, Root: dir, Codex: os.Getenv("CODEX_HOME"), Command: programName()}
	if root, ok := settings.FindRoot(dir, settings.Locations{DirName: c.Dir, Bases: c.Bases}); ok {
		o.Root = root
	}
	// Without a home directory only the scope project works.
	o.Home, _ = os.UserHomeDir()
	o.Config, _ = os.UserConfigDir()
	if _, err := exec.LookPath("claude"); err == nil {
		o.Client = func(dir, name string, args ...string) error { return runQuietly(cmd.Context(), dir, name, args...) }
	}
	return o, nil
}

// programName returns the command that starts this program: its name if PATH finds
// it, so that shared files contain no path of one machine, else its path.
func programName() string {
	self, err := os.Executable()
	if err != nil {
		return "codegraph"
	}
	found, err := exec.LookPath("codegraph")
	if err == nil && sameFile(found, self) {
		return "codegraph"
	}
	return self
}

func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// gitHooksDir returns the directory of the hooks of the repository at dir.
func gitHooksDir(ctx context.Context, dir string) (string, error) {
	git := exec.CommandContext(ctx, "git", "rev-parse", "--path-format=absolute", "--git-path", "hooks")
	git.Dir = dir
	var said bytes.Buffer
	git.Stderr = &said
	out, err := git.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("find the Git hooks: %w: git is not in PATH", projectbase.ErrNotFound)
	}
	if err != nil {
		return "", fmt.Errorf("find the Git hooks of %s: %w: %s", dir, projectbase.ErrNotFound, strings.TrimSpace(said.String()))
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// runQuietly runs a program in a directory. Its output becomes part of the error.
func runQuietly(ctx context.Context, dir, name string, args ...string) error {
	p := exec.CommandContext(ctx, name, args...)
	p.Dir = dir
	said, err := p.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(said)))
	}
	return nil
}
