package federation

import (
	"context"
	"runtime"
	"time"

	"codegraph/catalog"

	"golang.org/x/sync/errgroup"
)

// Filters queries the term filters of the catalog and keeps them up to date.
type Filters struct {
	Catalog catalog.Store
	// Stat returns the stamp of a file, the zero stamp for a missing one.
	Stat func(path string) (catalog.FileStamp, error)
	Now  func() time.Time // nil is time.Now
	// Learning is shared with the filters of other questions; nil shares nothing.
	Learning *Learning
}

// exclusion is the result of the filters for the targets of a question.
type exclusion struct {
	passed  map[catalog.ProjectID]bool // the filter excludes a match
	unknown map[catalog.ProjectID]bool // no valid filter
}

// exclude returns the targets that cannot have a match, and the targets without a
// valid filter.
func (f *Filters) exclude(ctx context.Context, targets []Target, ask catalog.TermQuery) (exclusion, error) {
	if f == nil || len(ask.Probes()) == 0 {
		return exclusion{}, nil
	}
	ask.Present = make(map[catalog.ProjectID]catalog.Stamp, len(targets))
	for i, stamp := range f.stamps(targets) {
		if targets[i].Distance > near {
			ask.Present[targets[i].Project.ID] = stamp
		}
	}
	if len(ask.Present) == 0 {
		return exclusion{}, nil
	}
	candidates, err := f.Catalog.Candidates(ctx, ask)
	if err != nil {
		// Filters only save time; without them Ask asks every index.
		return exclusion{}, ctx.Err()
	}
	passed := make(map[catalog.ProjectID]bool, len(ask.Present))
	for id := range ask.Present {
		passed[id] = true
	}
	for _, id := range candidates.May {
		delete(passed, id)
	}
	unknown := map[catalog.ProjectID]bool{}
	for _, id := range candidates.Unknown {
		delete(passed, id)
		unknown[id] = true
	}
	return exclusion{passed, unknown}, nil
}

// stamps returns the stamps of the targets that filters may exclude, the zero stamp
// for unreadable files. It runs in parallel: its two system calls for each target
// are the main cost of a question that few indexes can answer.
func (f *Filters) stamps(targets []Target) []catalog.Stamp {
	stamps := make([]catalog.Stamp, len(targets))
	var g errgroup.Group
	size := max(64, len(targets)/runtime.GOMAXPROCS(0)+1)
	for from := 0; from < len(targets); from += size {
		g.Go(func() error {
			for i := from; i < min(from+size, len(targets)); i++ {
				if targets[i].Distance <= near {
					continue
				}
				if s, err := f.stamp(targets[i].Project.Base); err == nil {
					stamps[i] = s
				}
			}
			return nil
		})
	}
	_ = g.Wait() // the functions return no error
	return stamps
}

// stamp returns the stamp of an index.
func (f *Filters) stamp(dir string) (catalog.Stamp, error) { return catalog.StampBase(dir, f.Stat) }

func (f *Filters) now() time.Time {
	if f.Now == nil {
		return time.Now()
	}
	return f.Now()
}
