package federation

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase/query"
)

// Filters keeps the catalog's term filters true to the bases, and asks them.
type Filters struct {
	Catalog catalog.Store
	// Stat returns the stamp of a file, the zero stamp for one that is not there.
	Stat func(path string) (catalog.FileStamp, error)
	Now  func() time.Time // nil is time.Now

	learning once
}

// verdict says what the filters know. The zero verdict is nothing.
type verdict struct {
	passed  map[catalog.ProjectID]bool // hold no term that the question needs
	unknown map[catalog.ProjectID]bool // have no filter that counts
}

// exclude returns which targets hold no term that the question needs.
func (f *Filters) exclude(ctx context.Context, targets []Target, ask catalog.Ask) (verdict, error) {
	if f == nil || len(ask.Probes()) == 0 {
		return verdict{}, nil
	}
	ask.Present = make(map[catalog.ProjectID]catalog.Stamp, len(targets))
	for _, t := range targets {
		if t.Distance <= near {
			continue
		}
		stamp, err := f.stamp(t.Project.Base)
		if err != nil {
			stamp = catalog.Stamp{}
		}
		ask.Present[t.Project.ID] = stamp
	}
	if len(ask.Present) == 0 {
		return verdict{}, nil
	}
	candidates, err := f.Catalog.Candidates(ctx, ask)
	if err != nil {
		// Filters save time; without them every base is asked.
		return verdict{}, ctx.Err()
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
	return verdict{passed, unknown}, nil
}

// stamp returns the stat signature of a base.
func (f *Filters) stamp(dir string) (catalog.Stamp, error) {
	index, err := f.Stat(filepath.Join(dir, "index.db"))
	if err != nil {
		return catalog.Stamp{}, err
	}
	wal, err := f.Stat(filepath.Join(dir, "index.db-wal"))
	if err != nil {
		return catalog.Stamp{}, err
	}
	if wal.Size == 0 {
		wal = catalog.FileStamp{}
	}
	// SQLite gives the log its owner again whenever root opens it, which changes
	// this time and nothing else. A write shows in the others.
	wal.Changed = 0
	return catalog.Stamp{Index: index, WAL: wal}, nil
}

// learn keeps the filter of a base that was opened for want of one that counts.
// It is no part of the answer: where it fails, the base is opened next time too.
func (f *Filters) learn(ctx context.Context, p catalog.Project, base *query.Base) {
	if !f.learning.begin(p.ID) {
		return
	}
	defer f.learning.end(p.ID)
	stamp, err := f.stamp(p.Base)
	stamp.Taken = f.now().UnixNano()
	if err != nil || !stamp.Counts(stamp) {
		return // gone, or too young to be told from the next change
	}
	if stamp.Terms, err = base.Generation(ctx); err != nil {
		return
	}
	if ok, err := f.Catalog.Restamp(ctx, p.ID, stamp); ok || err != nil {
		return
	}
	terms, generation, err := base.FoldedTerms(ctx)
	if err != nil {
		return
	}
	stamp.Terms = generation
	filter := catalog.BuildFilter(slices.Values(terms))
	if after, err := f.stamp(p.Base); err != nil || after.Index != stamp.Index || after.WAL != stamp.WAL {
		return
	}
	// A catalog that cannot be written answers all the same.
	_ = f.Catalog.PutFilter(ctx, p.ID, stamp, filter)
}

func (f *Filters) now() time.Time {
	if f.Now == nil {
		return time.Now()
	}
	return f.Now()
}
