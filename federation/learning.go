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

// learningStart is when a base was begun to be learned, and how it was then.
type learningStart struct {
	stamp catalog.Stamp
	at    time.Time
}

// learningTime is how long a filter that is being learned is not learned by others:
// it may never be written.
const learningTime = 10 * time.Second

// begin reports whether the filter of a base is to be learned, as it is now.
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

// learn keeps the filter of a base that was opened for want of one that counts.
// It is no part of the answer, which does not wait for others that write the
// catalog: where it fails, the base is opened next time too.
func (f *Filters) learn(ctx context.Context, p catalog.Project, base *query.Index, newFilters *newFilters) {
	stamp, err := f.stamp(p.Base)
	stamp.Taken = f.now().UnixNano()
	if err != nil || !stamp.Counts(stamp) {
		return // gone, or too young to be told from the next change
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

// maxWaiting is how many filters wait to be written together: each may take a
// few hundred kilobytes until then.
const maxWaiting = 64

// newFilters are filters that a question has learned and nobody has written yet.
type newFilters struct {
	mu   sync.Mutex
	list []catalog.KeptFilter
}

// add adds one, and returns all of them once there are so many that they should
// be written.
func (l *newFilters) add(k catalog.KeptFilter) []catalog.KeptFilter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list = append(l.list, k); len(l.list) < maxWaiting {
		return nil
	}
	return l.take()
}

// rest returns those that are left.
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
