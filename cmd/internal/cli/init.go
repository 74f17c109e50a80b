package cli

import (
	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/tool"

	"github.com/spf13/cobra"
)

func newInit(a *app, s *tool.Spec) *cobra.Command {
	cmd := s.NewCommand(func(cmd *cobra.Command, in any) error {
		d, err := a.workspace(cmd)
		if err != nil {
			return err
		}
		defer a.withProgress(d, "indexing")()
		return a.answerAt(cmd, d, s, in)
	})
	cmd.Use = "init [DIR]"
	cmd.RegisterFlagCompletionFunc("language", completeLanguage)
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return cmd
}

func newSync(a *app, s *tool.Spec) *cobra.Command {
	var git gitRange
	cmd := s.NewCommand(nil)
	cmd.Use = "sync [--git [FROM..TO]]"
	cmd.Flags().Var(&git, "git", "only what git says differs from HEAD, or between the commits FROM and TO")
	cmd.Flags().Lookup("git").NoOptDefVal = "true"
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 || len(args) == 1 && (!git.given || git.text != "") {
			return usagef("no argument is expected, but %q is given", args[len(args)-1])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		in := &action.SyncIn{Git: git.given}
		if len(args) == 1 {
			git.text = args[0]
		}
		if git.text != "" {
			if err := in.SetRange(git.text); err != nil {
				return err
			}
		}
		d, err := a.workspace(cmd)
		if err != nil {
			return err
		}
		defer a.withProgress(d, "indexing")()
		return a.answerAt(cmd, d, s, in)
	}
	return cmd
}

// gitRange is the flag --git of sync: alone, as --git=FROM..TO, or with the range
// as the next argument.
type gitRange struct {
	given bool
	text  string // FROM..TO; "" for all that differs from HEAD
}

func (g *gitRange) Set(text string) error {
	switch text {
	case "true":
		*g = gitRange{given: true}
	case "false":
		*g = gitRange{}
	default:
		*g = gitRange{given: true, text: text}
	}
	return nil
}

func (g *gitRange) String() string { return g.text }

func (g *gitRange) Type() string { return "bool" }
