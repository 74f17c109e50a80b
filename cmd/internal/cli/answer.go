package cli

import (
	"fmt"
	"io"
	"time"

	"codegraph/cmd/internal/config"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"

	"github.com/spf13/cobra"
)

// answer runs a tool and prints its answer.
func (a *app) answer(cmd *cobra.Command, s *tool.Spec, in any) error {
	d, err := a.workspace(cmd)
	if err != nil {
		return err
	}
	return a.answerAt(cmd, d, s, in)
}

func (a *app) answerAt(cmd *cobra.Command, d *workspace.Workspace, s *tool.Spec, in any) error {
	c, err := a.config(cmd)
	if err != nil {
		return err
	}
	var outdated []index.Project
	d.Outdated = func(p index.Project) { outdated = append(outdated, p) }
	defer func() { a.renew(cmd, d, outdated) }()
	began := time.Now()
	out, err := s.Run(cmd.Context(), d, in)
	a.logger(c).Debug("tool ran", "tool", s.Name, "dir", d.Dir, "dur", time.Since(began), "err", err)
	if err != nil {
		return err
	}
	if st, ok := out.(tool.Streamer); ok {
		return st.Stream(cmd.Context(), a.stdout)
	}
	if err := a.print(c, s, in, out); err != nil {
		return err
	}
	if i, ok := out.(tool.Incomplete); ok && i.Incomplete() {
		return exitStatus(tool.ExitIncomplete)
	}
	if f, ok := out.(tool.Failed); ok && f.Failed() {
		return exitStatus(tool.ExitFailed)
	}
	return nil
}

// renew updates indexes of an older version after the answer was printed, because
// it may take long. The answer says that their files were searched as plain text.
// An error here does not change the answer.
func (a *app) renew(cmd *cobra.Command, d *workspace.Workspace, bases []index.Project) {
	for _, p := range bases {
		if cmd.Context().Err() != nil {
			return
		}
		if !a.quiet && !a.json {
			fmt.Fprintf(a.stderr, "updating the index of %s, made by another version of codegraph\n", query.Shown(p.Root, 0))
		}
		done := a.withProgress(d, "indexing")
		_, err := d.Indexer.Sync(cmd.Context(), p, index.SyncOptions{Progress: d.Progress, Wait: d.Wait})
		done()
		if err != nil && !a.quiet && !a.json && cmd.Context().Err() == nil {
			fmt.Fprintf(a.stderr, "the index was not updated: %s\n", query.Shown(err.Error(), 0))
		}
	}
}

// print prints an answer as JSON or as text. With -q, a successful action
// prints no text.
func (a *app) print(c *config.Config, s *tool.Spec, in, out any) error {
	if a.json || tool.CommonOf(in).Format == tool.FormatJSON {
		out, err := tool.CutJSON(out, tool.AskedTokens(in))
		if err != nil {
			return err
		}
		return printJSON(a.stdout, out)
	}
	if a.quiet && !s.Hints.ReadOnly {
		return nil
	}
	o := tool.TextOptions{Color: a.colored(c), Verbose: a.verbose}
	if l, ok := out.(interface{ TokenLimit() int }); ok {
		o.MaxTokens = l.TokenLimit()
	}
	if _, err := io.WriteString(a.stdout, s.Text(out, o)); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// withProgress shows the progress of long operations of the workspace until done
// is called.
func (a *app) withProgress(d *workspace.Workspace, what string) (done func()) {
	if a.quiet || a.json || !isTerminal(a.stderr) {
		return func() {}
	}
	b := &bar{w: a.stderr, what: what}
	d.Progress = index.Progress(b.show)
	return b.end
}

// waiting reports that the command waits for another process.
func (a *app) waiting(pid int) {
	if a.quiet || a.json {
		return
	}
	who := "another process"
	if pid > 0 {
		who = fmt.Sprintf("process %d", pid)
	}
	fmt.Fprintf(a.stderr, "waiting for %s, which writes the index\n", who)
}
