// Package fresh makes sure of an index before an answer: it compares the files
// with what the index knows of them and indexes what changed, as far as the
// caller's budget goes; of the rest it says what is pending.
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

// State is how an index compares with its files.
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
	// Budget is how long indexing before the answer may take; 0 is not to
	// index at all, only to compare.
	Budget time.Duration
	Wait   index.Wait
	Base   *read.Index // an open handle of the index; nil opens one for the call
}

// Keeper makes sure of indexes. It is safe for concurrent use.
type Keeper struct {
	Indexer *index.Indexer
	Watcher *Watcher // of the indexes that are asked; nil compares at each question
}

// Ensure compares the files of p with its index and indexes what changed. An index of
// an older schema is brought to the present one before. Errors are those of an index
// that cannot be read: without one, or with one that only rebuilding mends, they
// say to run init. An index that cannot be written, or is
// being written, is no error: then the state names what is pending.
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
	// Who has seen the change first may have it in the index in a moment.
	done, joined := w.join(ctx, opts.Budget)
	defer done()
	if w.knows(ctx, base) {
		return k.state(&index.Drift{}, ""), nil
	}
	if !joined {
		// It is at it for longer than an answer waits: what is pending is searched as text.
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

// open opens the index of p, after bringing one of an older schema to the present
// one.
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

// compare sweeps the files and indexes what changed.
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
			return k.state(&index.Drift{Pending: unread}, "changed while it was read; ask again"), nil
		}
		return k.verified(ctx, drift, reason)
	}
	return k.verified(ctx, drift, whyNot(drift, opts))
}

// share is how long all parsers together have with work for one.
func share(work time.Duration) time.Duration { return work / time.Duration(runtime.GOMAXPROCS(0)) }

func whyNot(d *index.Drift, opts Options) string {
	switch {
	case !d.AutoUpdate:
		return "auto_update is off"
	case opts.Budget <= 0:
		return "not asked to index"
	case d.Rebuild:
		return "the index was made by another version of codegraph; all files are searched as text until it was brought up to date"
	}
	return "more changed than is indexed before an answer; run: codegraph sync"
}

// index brings the index up to date, apart from the files that could not be read
// for being written. A reason says why nothing is.
func (k *Keeper) index(ctx context.Context, p index.Project, opts Options, drift *index.Drift) (unread []projectbase.Path, reason string, err error) {
	// The estimate may be wrong, and the answer can be right without this.
	limited, cancel := context.WithTimeout(ctx, 2*opts.Budget)
	defer cancel()
	report, err := k.Indexer.Sync(limited, p, index.SyncOptions{Wait: opts.Wait, NoSummary: true, Brief: true, Drift: drift})
	if errors.Is(err, projectbase.ErrCorrupt) && limited.Err() == nil {
		// What could be read shows no damage, and what was to be written does.
		report, err = k.Indexer.Init(limited, p, index.InitOptions{Rebuild: true, Wait: opts.Wait})
	}
	var busy *projectbase.BusyError
	switch {
	case err == nil:
		return report.Unread, "", nil
	case ctx.Err() != nil:
		return nil, "", fmt.Errorf("make sure of %s: %w", p.Root, ctx.Err())
	case errors.As(err, &busy):
		return nil, busy.Error(), nil
	case limited.Err() != nil:
		return nil, "indexing took too long; run: codegraph sync", nil
	}
	return nil, err.Error(), nil
}

// verified names the files that really differ.
func (k *Keeper) verified(ctx context.Context, d *index.Drift, reason string) (State, error) {
	if err := d.Verify(ctx); err != nil {
		return k.unknown(ctx, err)
	}
	s := k.state(d, reason)
	s.Outdated = d.Rebuild && d.AutoUpdate
	return s, nil
}

// state is what is known after a comparison.
func (k *Keeper) state(d *index.Drift, reason string) State {
	s := State{State: Fresh, Pending: []projectbase.Path{}, CheckedAt: k.now().Unix()}
	if len(d.Pending) > 0 {
		s.State, s.Pending, s.Gone, s.Reason = Pending, d.Pending, d.Gone, reason
	}
	return s
}

// unknown is the state when the files cannot be compared, which does not keep
// the index from being asked.
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

// withHint says what to do about an index that cannot be opened.
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
