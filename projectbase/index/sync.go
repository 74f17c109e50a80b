package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store"
)

// SyncOptions are the settings of Sync.
type SyncOptions struct {
	Progress Progress
	Wait     Wait
	// NoSummary leaves summary.md and docs.md for later.
	NoSummary bool
}

// Sync brings an existing base up to date with the files. Without a base the
// error wraps projectbase.ErrNotIndexed.
func (x *Indexer) Sync(ctx context.Context, p Project, opts SyncOptions) (*Report, error) {
	s, err := x.beginExisting(ctx, p, opts.Wait)
	if err != nil {
		return nil, err
	}
	defer s.end()
	var out *outcome
	if s.sound() {
		out, err = s.refresh(ctx, "", opts.Progress, false)
	} else {
		out, err = s.bring(ctx, InitOptions{Progress: opts.Progress})
	}
	if err != nil {
		return nil, err
	}
	if opts.NoSummary {
		return s.report(ctx, out)
	}
	return s.finish(ctx, out)
}

// SyncGit updates the files that git says differ between two commits: from ""
// is the one that the base was last walked at, to "" the one that is checked
// out now. The files are taken as they are on disk.
func (x *Indexer) SyncGit(ctx context.Context, p Project, from, to string, opts UpdateOptions) ([]UpdateReport, error) {
	if from == "" {
		base, err := store.Open(ctx, p.Base)
		if err != nil {
			return nil, err
		}
		k, err := readKnown(ctx, base)
		base.Close()
		if err != nil {
			return nil, err
		}
		if from = k.meta.GitHead; from == "" {
			return nil, fmt.Errorf("the base of %s knows no commit; name two: %w", p.Root, projectbase.ErrUsage)
		}
	}
	if to == "" {
		to = "HEAD"
	}
	changes, err := git.Changed(ctx, p.Root, from, to)
	if err != nil {
		return nil, err
	}
	var edits []Edit
	for _, c := range changes {
		edits = append(edits, Edit{File: c.Path})
	}
	opts.listed = true
	return x.Update(ctx, p, edits, opts)
}

// beginExisting is begin for operations that need a base.
func (x *Indexer) beginExisting(ctx context.Context, p Project, wait Wait) (*session, error) {
	if _, err := os.Stat(filepath.Join(p.Base, settings.IndexName)); err != nil {
		return nil, notIndexed(p)
	}
	if err := checkRoot(p); err != nil {
		return nil, err
	}
	return x.begin(ctx, p, wait)
}

func notIndexed(p Project) error {
	return &projectbase.HintError{
		Err:  fmt.Errorf("%s: %w", p.Root, projectbase.ErrNotIndexed),
		Hint: "run: codegraph init " + p.Root,
	}
}
