package cli

import (
	"context"
	"slices"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/lang/all"

	"github.com/spf13/cobra"
)

// newFileCommand returns a derived command whose arguments are files of the index,
// which completion offers.
func newFileCommand(a *app, s *tool.Spec) *cobra.Command {
	cmd := newCommand(a, s)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		d, err := a.desk(cmd)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return completeFiles(cmd.Context(), d, typed)
	}
	return cmd
}

// newQuery returns the derived command with completion of terms and files.
func newQuery(a *app, s *tool.Spec) *cobra.Command {
	cmd := newCommand(a, s)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		d, err := a.desk(cmd)
		if err != nil || len(args) > 0 || typed == "" {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		terms, err := d.CompleteTerms(cmd.Context(), typed)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return terms, cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RegisterFlagCompletionFunc("file", func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		d, err := a.desk(cmd)
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return completeFiles(cmd.Context(), d, typed)
	})
	return cmd
}

// completeFiles offers the next path element of the indexed files.
func completeFiles(ctx context.Context, d *workspace.Workspace, typed string) ([]string, cobra.ShellCompDirective) {
	files, err := d.CompleteFiles(ctx, typed)
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var out []string
	for _, f := range files {
		if i := strings.IndexByte(f[len(typed):], '/'); i >= 0 {
			f = f[:len(typed)+i+1]
		}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	if len(out) == 1 && strings.HasSuffix(out[0], "/") {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return out, directive
}

func completeLanguage(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return all.Set().IDs(), cobra.ShellCompDirectiveNoFileComp
}
