package cli

import (
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"

	"github.com/spf13/cobra"
)

const rootLong = `CodeGraph indexes a project's code and answers questions about it.

Index a project once with "codegraph init". Each query picks up changed files first
and reports anything it could not read.`

const exitText = `
EXIT STATUS
  0   success
  1   failure
  2   wrong usage
  3   success, but something could not be read; the answer names it
  4   not indexed
  5   busy: another process writes the index
  6   not allowed
  130 interrupted
`

const helpTemplate = `{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}

{{end}}{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}` + exitText

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "codegraph",
		Short:         "Index a project's code and ask about it",
		Long:          rootLong,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetHelpTemplate(helpTemplate)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usagef("%v", err) })
	f := root.PersistentFlags()
	f.SortFlags = false
	f.StringVarP(&a.dir, "directory", "C", ".", "use the project of this directory or of one above it")
	f.StringVar(&a.catalog, "catalog", "", "the catalog of projects: a file, postgres://, or https:// of a service")
	f.BoolVar(&a.json, "json", false, "print one JSON document")
	f.StringVar(&a.color, "color", "auto", "auto, always or never")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "no progress; actions print nothing")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "more detail")
	root.MarkFlagsMutuallyExclusive("quiet", "verbose")
	root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	root.Version = readVersions().Version
	root.SetVersionTemplate("codegraph {{.Version}}\n")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := cmd.ValidateFlagGroups(); err != nil {
			return usagef("-q and -v exclude each other")
		}
		return nil
	}
	root.AddGroup(
		&cobra.Group{ID: tool.GroupBase, Title: "The index:"},
		&cobra.Group{ID: tool.GroupAsk, Title: "Questions:"},
		&cobra.Group{ID: tool.GroupMeasure, Title: "Code measures:"},
		&cobra.Group{ID: tool.GroupAbout, Title: "Project description:"},
		&cobra.Group{ID: tool.GroupHub, Title: "Several projects:"},
		&cobra.Group{ID: groupServe, Title: "Assistants and services:"},
		&cobra.Group{ID: tool.GroupState, Title: "State and settings:"},
	)
	addCommands(root, a)
	root.SetCompletionCommandGroupID(tool.GroupState)
	root.SetHelpCommand(newHelp())
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			strictCompletion(cmd)
		}
	}
	return root
}

// strictCompletion makes invalid arguments of cobra's completion command wrong usage.
func strictCompletion(cmd *cobra.Command) {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("unknown shell %q; use bash, fish, powershell or zsh", args[0])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	for _, shell := range cmd.Commands() {
		shell.Args = noArgs
	}
}

// newHelp returns the command help. An unknown topic is wrong usage.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Help about a command", GroupID: tool.GroupState,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if at, _, err := cmd.Root().Find(args); err == nil {
				for _, c := range at.Commands() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			at, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("unknown help topic %q; see: codegraph help", args)
			}
			return at.Help()
		},
	}
}

// addCommands adds a command for each tool: a custom one where the command
// line offers more than the tool, else the derived one.
func addCommands(root *cobra.Command, a *app) {
	custom := map[string]func(*app, *tool.Spec) *cobra.Command{
		"init": newInit, "update": newUpdate, "sync": newSync, "signatures": newFileCommand, "signature": newFileCommand,
		"remove": newFileCommand, "query": newQuery, "scan": newScan, "tree": newFileCommand, "describe": newDescribe,
	}
	for _, s := range tools.All() {
		if s.Command.Group == "" {
			continue
		}
		make := newCommand
		if f := custom[s.Name]; f != nil {
			make = f
		}
		root.AddCommand(make(a, s))
	}
	root.AddCommand(newProject(a), newServe(a), newPublish(a), newToken(a), newSetup(a), newUnsetup(a), newHook(a), newConfig(a), newVersion(a), newMCP(a), newWatch(a))
}

// newCommand returns the derived command of a tool.
func newCommand(a *app, s *tool.Spec) *cobra.Command {
	return s.NewCommand(func(cmd *cobra.Command, in any) error { return a.answer(cmd, s, in) })
}

// otherNames are commands of other programs, and ours for the same purpose.
var otherNames = map[string]string{"find": "query", "grep": "query", "search": "query", "index": "init", "reindex": "sync", "mcp-server": "mcp"}

func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	near := []string{otherNames[args[0]]}
	if near[0] == "" {
		cmd.SuggestionsMinimumDistance = 2
		near = cmd.SuggestionsFor(args[0])
	}
	if len(near) > 0 {
		return usagef("unknown command %q; did you mean %s?", args[0], strings.Join(near, " or "))
	}
	return usagef("unknown command %q; see: codegraph help", args[0])
}
