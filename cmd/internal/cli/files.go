package cli

import (
	"context"
	"slices"
	"strings"

	"codegraph/cmd/internal/action"
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
		d, err := a.workspace(cmd)
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
		d, err := a.workspace(cmd)
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
		d, err := a.workspace(cmd)
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

// newUpdate returns the command for one file, and for several, which is the tool
// update_batch.
func newUpdate(a *app, s *tool.Spec) *cobra.Command {
	cmd := s.NewCommand(nil)
	cmd.Use = "update FILE[:A-B]..."
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("FILE is missing")
		}
		return nil
	}
	cmd.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var files []action.FileRange
		for _, arg := range args {
			f, err := action.ParseFileRange(arg)
			if err != nil {
				return err
			}
			files = append(files, f)
		}
		if len(files) == 1 {
			f := files[0]
			return a.answer(cmd, s, &action.UpdateIn{File: f.File, FromLine: f.FromLine, ToLine: f.ToLine})
		}
		return a.answer(cmd, action.UpdateBatch(), &action.UpdateBatchIn{Files: files})
	}
	return cmd
}
