package cli

import (
	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/tool"

	"github.com/spf13/cobra"
)

func newDescribe(a *app, s *tool.Spec) *cobra.Command {
	cmd := newCommand(a, s)
	cmd.Use = "describe SECTION TEXT"
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return action.DescribeSections(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}
