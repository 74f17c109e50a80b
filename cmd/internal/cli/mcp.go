package cli

import (
	"errors"
	"os/signal"
	"syscall"

	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"

	"github.com/spf13/cobra"
)

// newMCP returns the command that serves one assistant.
func newMCP(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "mcp [--tools lean|standard|all|NAME,...]", Short: "Serve an assistant: MCP on standard input and output", GroupID: tool.GroupState, Args: noArgs,
		Long: `Serve an assistant: MCP on standard input and output

The assistant starts this itself: see codegraph setup. Questions are about the
project of the working directory or of the client's roots unless they name
another. It ends when its input does.`,
		Example: "  codegraph mcp\n  codegraph mcp --tools lean -C ~/src/project",
	}
	cmd.Flags().String("tools", "", "tools to offer: lean, standard, all, or names separated by commas (default standard)")
	cmd.RegisterFlagCompletionFunc("tools", cobra.FixedCompletions([]string{"lean", "standard", "all"}, cobra.ShellCompDirectiveNoFileComp))
	unwatched := cmd.Flags().Bool("no-watch", false, "do not watch files; compare them at each question")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return runMCP(a, cmd, !*unwatched) }
	return cmd
}

func runMCP(a *app, cmd *cobra.Command, watch bool) error {
	c, err := a.config(cmd)
	if err != nil {
		return err
	}
	tools, err := tools.Offered(c.Tools)
	if err != nil {
		return err
	}
	d, err := a.workspace(cmd)
	if err != nil {
		return err
	}
	if watch {
		defer a.keepWarm(d)()
	}
	// A client that is gone is an error of writing, which lets calls end in order.
	signal.Ignore(syscall.SIGPIPE)
	s := mcpserver.New(d, mcpserver.Options{Tools: tools, Version: readVersions().Version, Logger: a.logger(c)})
	defer s.Close()
	err = s.ServeStdio(cmd.Context(), cmd.InOrStdin(), a.stdout)
	if errors.Is(err, mcpserver.ErrClientGone) {
		a.logger(c).Info("the client is gone", "err", err)
		return nil
	}
	return err
}
