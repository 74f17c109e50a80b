package federation

import (
	"context"
	"slices"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
)

// Learning lets the questions of one process share the work of making term filters:
// two questions at once do not make the same filter. It is safe for concurrent use;
// nil shares nothing.
type Learning struct {
	mu    sync.Mutex
	begun map[catalog.ProjectID]learningStart
}

// learningStart is the start of building a filter: the time and the stamp of the
// index.
type learningStart struct {
	stamp catalog.Stamp
	at    time.Time
}

// learningTime is how long other questions do not build the same filter. Then they
// do, because the first one may have failed.
const learningTime = 10 * time.Second

// begin reports whether the caller should build the filter of an index with a
// stamp.
func (l *Learning) begin(id catalog.ProjectID, stamp catalog.Stamp, now time.Time) bool {
	if l == nil {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	was, ok := l.begun[id]
	if ok && was.stamp.Index == stamp.Index && was.stamp.WAL == stamp.WAL && now.Sub(was.at).Abs() < learningTime {
		return false
	}
	if l.begun == nil {
		l.begun = map[catalog.ProjectID]learningStart{}
	}
	l.begun[id] = learningStart{stamp, now}
	return true
}

// learn builds the filter of an index that has no valid one. The answer does not
// depend on it: learn does not wait for other writers of the catalog, and after a
// failure the next question opens the index again.
func (f *Filters) learn(ctx context.Context, p catalog.Project, base *query.Index, newFilters *newFilters) {
	stamp, err := f.stamp(p.Base)
	stamp.Taken = f.now().UnixNano()
	if err != nil || !stamp.Counts(stamp) {
		return // the index was removed, or a later change could have the same stamp
	}
	if !f.Learning.begin(p.ID, stamp, f.now()) {
		return
	}
	if stamp.Terms, err = base.Generation(ctx); err != nil {
		return
	}
	if ok, err := f.Catalog.Restamp(catalog.BestEffort(ctx), p.ID, stamp); ok || err != nil {
		return
	}
	terms, generation, err := search.FoldedTerms(ctx, base)
	if err != nil {
		return
	}
	stamp.Terms = generation
	filter := termfilter.Build(slices.Values(terms))
	if after, err := f.stamp(p.Base); err != nil || after.Index != stamp.Index || after.WAL != stamp.WAL {
		return
	}
	if list := newFilters.add(catalog.KeptFilter{Project: p.ID, Stamp: stamp, Filter: filter}); list != nil {
		f.keep(ctx, list)
	}
}

// keep writes new filters to the catalog. A failure is ignored, since filters only
// save time.
func (f *Filters) keep(ctx context.Context, list []catalog.KeptFilter) {
	if len(list) > 0 {
		_ = f.Catalog.PutFilters(catalog.BestEffort(ctx), list)
	}
}

// maxWaiting is the number of filters that are written together. Each may take a
// few hundred kilobytes of memory until then.
const maxWaiting = 64

// newFilters holds the new filters of a question that are not written yet.
type newFilters struct {
	mu   sync.Mutex
	list []catalog.KeptFilter
}

// add adds a filter. With maxWaiting filters, it removes and returns them all for
// writing.
func (l *newFilters) add(k catalog.KeptFilter) []catalog.KeptFilter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list = append(l.list, k); len(l.list) < maxWaiting {
		return nil
	}
	return l.take()
}

// rest removes and returns the remaining filters.
func (l *newFilters) rest() []catalog.KeptFilter {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.take()
}

func (l *newFilters) take() []catalog.KeptFilter {
	list := l.list
	l.list = nil
	return list
}
