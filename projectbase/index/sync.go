package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/write"
)

// SyncOptions are the settings of Sync.
type SyncOptions struct {
	Progress Progress
	Wait     Wait
	// Git limits the work to the files that differ between two commits. From
	// defaults to the commit of the last walk, To to HEAD. The content of the
	// files comes from the disk.
	Git      bool
	From, To string
	// NoSummary does not write summary.md and docs.md.
	NoSummary bool
	// Brief leaves the content of the index out of the report.
	Brief bool
	// Drift may have the result of a recent Check. The files are compared
	// again if the index was written since or if too much time has passed.
	Drift *Drift
}

// Sync updates an existing index. Without an index, the error wraps
// projectbase.ErrNotIndexed.
func (x *Indexer) Sync(ctx context.Context, p Project, opts SyncOptions) (*Report, error) {
	s, err := x.beginExisting(ctx, p, opts.Wait)
	if err != nil {
		return nil, err
	}
	defer s.end()
	out, err := s.sync(ctx, opts)
	if err != nil {
		return nil, err
	}
	r := &reporter{s}
	if opts.Brief && opts.NoSummary {
		return r.brief(out), nil
	}
	if opts.NoSummary || !out.rebuilt && !r.quickToSummarise() {
		return r.report(ctx, out)
	}
	return r.finish(ctx, out)
}

func (s *session) sync(ctx context.Context, opts SyncOptions) (*outcome, error) {
	if !s.sound() {
		return s.bring(ctx, InitOptions{Progress: opts.Progress})
	}
	if !opts.Git {
		if p := s.planOf(opts.Drift); p != nil {
			return s.carryOut(ctx, p, applyOptions{progress: opts.Progress})
		}
		return s.refresh(ctx, "", opts.Progress, false)
	}
	edits, err := s.gitEdits(ctx, opts.From, opts.To)
	if err != nil {
		return nil, err
	}
	u := s.newUpdater(UpdateOptions{Progress: opts.Progress})
	u.listed = true
	err = write.Update(ctx, s.project.Base, func(tx *write.Tx) error {
		if err := u.run(ctx, tx, edits); err != nil {
			return err
		}
		return u.failure()
	})
	u.write.keepGraph(err == nil)
	if err != nil {
		return nil, err
	}
	return u.out, nil
}

// failure returns the first error, except for paths outside of the project and
// deleted files, which a list of changed files may contain.
func (u *updater) failure() error {
	for _, r := range u.reports {
		if r.Err != nil && !errors.Is(r.Err, projectbase.ErrNotAllowed) && !errors.Is(r.Err, projectbase.ErrNotFound) {
			return fmt.Errorf("sync %s: %w", r.File, r.Err)
		}
	}
	return nil
}

// gitEdits returns the files that differ between two commits.
func (s *session) gitEdits(ctx context.Context, from, to string) ([]Edit, error) {
	if from == "" {
		if from = s.known.meta.GitHead; from == "" {
			return nil, fmt.Errorf("sync %s with git: the index has no commit to start at; name one with --git FROM..TO: %w", s.project.Root, projectbase.ErrUsage)
		}
	}
	if to == "" {
		to = "HEAD"
	}
	changes, err := git.Changed(ctx, s.project.Root, from, to)
	if err != nil {
		return nil, err
	}
	var edits []Edit
	for _, c := range changes {
		edits = append(edits, Edit{File: c.Path})
	}
	return edits, nil
}

// beginExisting is begin for operations that need an index.
func (x *Indexer) beginExisting(ctx context.Context, p Project, wait Wait) (*session, error) {
	if err := checkExisting(p); err != nil {
		return nil, err
	}
	return x.begin(ctx, p, wait)
}

func checkExisting(p Project) error {
	if _, err := os.Stat(filepath.Join(p.Base, settings.IndexName)); err != nil {
		return notIndexed(p)
	}
	return checkRoot(p)
}

func notIndexed(p Project) error {
	return projectbase.WithHint(fmt.Errorf("%s: %w", p.Root, projectbase.ErrNotIndexed),
		projectbase.Suggest("", "init", projectbase.Positional("path", p.Root)))
}
