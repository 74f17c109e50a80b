// Package fresh updates an index before an answer: it compares the files with
// the index and indexes changed files within the time budget of the caller. It
// reports the remaining files as pending.
package fresh

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/store/read"
)

// State is the result of comparing an index with its files.
type State = projectbase.Freshness

// Word is one of the states.
type Word = projectbase.FreshnessState

// The states of an index.
const (
	Fresh   = projectbase.FreshnessFresh
	Pending = projectbase.FreshnessPending
	Unknown = projectbase.FreshnessUnknown
)

// Options are the settings of Ensure.
type Options struct {
	// Budget is the time for indexing before the answer. 0 only compares.
	Budget time.Duration
	Wait   index.Wait
	Base   *read.Index // an open index; nil opens one for the call
}

// Keeper keeps indexes up to date. It is safe for concurrent use.
type Keeper struct {
	Indexer *index.Indexer
	Watcher *Watcher // watches the indexes in use; nil compares for each query
}

// Ensure compares the files of p with its index and indexes changed files. It
// first migrates an index with an older schema. It returns an error if the
// index is missing or unreadable, with the hint to run init. If the index is
// not writable or another process writes it, there is no error, and the state
// lists the pending files.
func (k *Keeper) Ensure(ctx context.Context, p index.Project, opts Options) (State, error) {
	base := opts.Base
	if base == nil {
		var err error
		if base, err = k.open(ctx, p, opts.Wait); err != nil {
			return State{}, withHint(p, err)
		}
		defer base.Close()
	}
	if k.Watcher == nil || opts.Budget <= 0 {
		return k.compare(ctx, p, base, opts)
	}
	w, began := k.Watcher.of(p)
	if w == nil {
		return k.compare(ctx, p, base, opts)
	}
	if began {
		defer close(w.first)
		return k.compare(ctx, p, base, opts)
	}
	if w.knows(ctx, base) {
		return k.state(&index.Drift{}, ""), nil
	}
	// Another process may have noticed the change first and index it now.
	done, joined := w.join(ctx, opts.Budget)
	defer done()
	if w.knows(ctx, base) {
		return k.state(&index.Drift{}, ""), nil
	}
	if !joined {
		// The update takes longer than an answer may wait, so the pending
		// files are searched as text.
		opts.Wait = index.Wait{}
	}
	mark := w.mark()
	state, err := k.compare(ctx, p, base, opts)
	if err == nil && state.State == Fresh {
		if generation, err := index.Generation(ctx, base); err == nil {
			w.renew(mark, generation)
		}
	}
	return state, err
}

// open opens the index of p and migrates an older schema first.
func (k *Keeper) open(ctx context.Context, p index.Project, wait index.Wait) (*read.Index, error) {
	base, err := read.Open(ctx, p.Base)
	if !errors.Is(err, projectbase.ErrOutdated) {
		return base, err
	}
	if err := k.Indexer.Migrate(ctx, p, wait); err != nil {
		return nil, err
	}
	return read.Open(ctx, p.Base)
}

// compare compares the files and indexes changed ones.
func (k *Keeper) compare(ctx context.Context, p index.Project, base *read.Index, opts Options) (State, error) {
	drift, err := k.Indexer.Check(ctx, p, base)
	if err != nil {
		return k.unknown(ctx, err)
	}
	if drift.None() {
		return k.state(drift, ""), nil
	}
	if drift.AutoUpdate && opts.Budget > 0 && share(drift.Work) <= opts.Budget {
		unread, reason, err := k.index(ctx, p, opts, drift)
		if err != nil {
			return State{}, err
		}
		if reason == "" {
			return k.state(&index.Drift{Pending: unread}, "files changed while they were read; repeat the query"), nil
		}
		return k.verified(ctx, drift, reason)
	}
	return k.verified(ctx, drift, whyNot(drift, opts))
}

// share returns the time that all parsers together need for work of one parser.
func share(work time.Duration) time.Duration { return work / time.Duration(runtime.GOMAXPROCS(0)) }

func whyNot(d *index.Drift, opts Options) string {
	switch {
	case !d.AutoUpdate:
		return "auto_update is off"
	case opts.Budget <= 0:
		return "this command does not update the index"
	case d.Rebuild:
		return "the index was made by another version of codegraph; all files are searched as text until it is updated"
	}
	return "too many changes to index before the answer"
}

// index updates the index. It returns the files that changed during each
// attempt to read them, or the reason why nothing was indexed.
func (k *Keeper) index(ctx context.Context, p index.Project, opts Options, drift *index.Drift) (unread []projectbase.Path, reason string, err error) {
	// The estimate may be wrong, and the answer is correct without the update.
	limited, cancel := context.WithTimeout(ctx, 2*opts.Budget)
	defer cancel()
	report, err := k.Indexer.Sync(limited, p, index.SyncOptions{Wait: opts.Wait, NoSummary: true, Brief: true, Drift: drift})
	if errors.Is(err, projectbase.ErrCorrupt) && limited.Err() == nil {
		// Reading found no damage, but writing did.
		report, err = k.Indexer.Init(limited, p, index.InitOptions{Rebuild: true, Wait: opts.Wait})
	}
	var busy *projectbase.BusyError
	switch {
	case err == nil:
		return report.Unread, "", nil
	case ctx.Err() != nil:
		return nil, "", fmt.Errorf("update %s: %w", p.Root, ctx.Err())
	case errors.As(err, &busy):
		return nil, busy.Error(), nil
	case limited.Err() != nil:
		return nil, "indexing takes too long for this answer", nil
	}
	return nil, err.Error(), nil
}

// verified lists the files whose content differs.
func (k *Keeper) verified(ctx context.Context, d *index.Drift, reason string) (State, error) {
	if err := d.Verify(ctx); err != nil {
		return k.unknown(ctx, err)
	}
	s := k.state(d, reason)
	s.Outdated = d.Rebuild && d.AutoUpdate
	return s, nil
}

// state returns the state after a comparison.
func (k *Keeper) state(d *index.Drift, reason string) State {
	s := State{State: Fresh, Pending: []projectbase.Path{}, CheckedAt: k.now().Unix()}
	if len(d.Pending) > 0 {
		s.State, s.Pending, s.Gone, s.Reason = Pending, d.Pending, d.Gone, reason
	}
	return s
}

// unknown returns the state if the files cannot be compared. The index can
// still be queried.
func (k *Keeper) unknown(ctx context.Context, err error) (State, error) {
	if ctx.Err() != nil {
		return State{}, err
	}
	for _, e := range []error{projectbase.ErrCorrupt, projectbase.ErrNotIndexed, projectbase.ErrOutdated, projectbase.ErrTooNew, projectbase.ErrForeign} {
		if errors.Is(err, e) {
			return State{}, err
		}
	}
	return State{State: Unknown, Pending: []projectbase.Path{}, Reason: err.Error()}, nil
}

func (k *Keeper) now() time.Time {
	if k.Indexer.Now != nil {
		return k.Indexer.Now()
	}
	return time.Now()
}

// withHint adds a hint to an error of opening an index.
func withHint(p index.Project, err error) error {
	var hint *projectbase.HintError
	if errors.As(err, &hint) {
		return err
	}
	for _, e := range []error{projectbase.ErrNotIndexed, projectbase.ErrCorrupt, projectbase.ErrOutdated} {
		if errors.Is(err, e) {
			return projectbase.WithHint(err, projectbase.Suggest("", "init", projectbase.Positional("path", p.Root)))
		}
	}
	return err
}
