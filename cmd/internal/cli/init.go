package cli

import (
	"codegraph/cmd/internal/tool"

	"github.com/spf13/cobra"
)

func newInit(a *app, s *tool.Spec) *cobra.Command {
	cmd := s.Command(func(cmd *cobra.Command, in any) error {
		d, err := a.desk(cmd)
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
	var git bool
	cmd := s.Command(nil)
	cmd.Use = "sync [--git [FROM..TO]]"
	cmd.Flags().BoolVar(&git, "git", false, "only what git says differs from HEAD, or between the commits FROM and TO")
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 || len(args) == 1 && !git {
			return usagef("no argument is expected, but %q is given", args[len(args)-1])
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		in := &tool.SyncIn{Git: git}
		if len(args) == 1 {
			if err := in.SetRange(args[0]); err != nil {
				return err
			}
		}
		d, err := a.desk(cmd)
		if err != nil {
			return err
		}
		defer a.withProgress(d, "indexing")()
		return a.answerAt(cmd, d, s, in)
	}
	return cmd
}
