package action

import (
	"context"
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
)

// SyncIn is what sync takes.
type SyncIn struct {
	FromCommit string `json:"from_commit,omitempty" param:",hidden"`
	ToCommit   string `json:"to_commit,omitempty" param:",hidden"`
	Git        bool   `json:"-"` // use Git, by default for the differences from HEAD
	tool.Common
}

// Sync updates the index of a project.
func Sync() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "sync",
		Doc: `Update the index after changes
Queries do this for small changes. Use it after large ones, or between two commits.`,
		Brief:   "Update the index after large changes, or between two commits.",
		Hints:   tool.Hints{Idempotent: true},
		Command: tool.Command{Group: tool.GroupBase, Example: "codegraph sync\ncodegraph sync --git HEAD~3..HEAD"},
	}, runSync, initText)
}

// SetRange reads FROM..TO, where TO may be missing for the working tree.
func (in *SyncIn) SetRange(text string) error {
	from, to, ok := strings.Cut(text, "..")
	if !ok || from == "" || strings.HasPrefix(to, ".") || strings.HasPrefix(from, "-") || strings.HasPrefix(to, "-") {
		return fmt.Errorf("%w: %q is not FROM..TO with two commits", projectbase.ErrUsage, text)
	}
	in.Git, in.FromCommit, in.ToCommit = true, from, to
	return nil
}

func runSync(ctx context.Context, d *workspace.Workspace, in SyncIn) (InitOut, error) {
	if in.ToCommit != "" && in.FromCommit == "" {
		return InitOut{}, fmt.Errorf("%w: to_commit needs from_commit", projectbase.ErrUsage)
	}
	p, err := d.Find(in.Project)
	if err != nil {
		return InitOut{}, err
	}
	report, err := d.Indexer.Sync(ctx, p, index.SyncOptions{Progress: d.Progress, Wait: d.Wait,
		Git: in.Git || in.FromCommit != "", From: in.FromCommit, To: in.ToCommit})
	if err != nil {
		return InitOut{}, err
	}
	return InitOut{report}, nil
}
