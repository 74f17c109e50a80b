package cli

import (
	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/tool"

	"github.com/spf13/cobra"
)

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
