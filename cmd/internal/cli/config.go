package cli

import (
	"fmt"

	"codegraph/cmd/internal/config"
	"codegraph/cmd/internal/tool"

	"github.com/spf13/cobra"
)

func newConfig(a *app) *cobra.Command {
	group := &cobra.Command{
		Use: "config", Short: "Settings of this program", GroupID: tool.GroupState,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown subcommand %q; use: codegraph config show", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	group.AddCommand(&cobra.Command{
		Use: "show", Short: "Print the settings and where each came from",
		Long: "Print the settings and where each came from\n\nFlags go before the environment, that before the file " +
			"(codegraph/config.json in the\nuser's configuration directory), that before the defaults.",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runConfigShow(a, cmd) },
	})
	return group
}

func runConfigShow(a *app, cmd *cobra.Command) error {
	c, err := a.config(cmd)
	if err != nil {
		return err
	}
	if a.json {
		return printJSON(a.stdout, struct {
			File     string           `json:"file"`
			Settings []config.Setting `json:"settings"`
		}{config.DefaultFile(), c.Settings()})
	}
	for _, s := range c.Settings() {
		value := s.Value
		if value == "" {
			value = "(none)"
		}
		if _, err := fmt.Fprintf(a.stdout, "%-10s %-12s %s\n", s.Name, value, s.Source); err != nil {
			return err
		}
	}
	return nil
}
