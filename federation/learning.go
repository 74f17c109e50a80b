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

// Learning is what the questions of one process know of each other's learning of
// filters: many are asked at once, and what one has learned another need not. It
// is safe for concurrent use; a nil one knows nothing.
type Learning struct {
	mu    sync.Mutex
	begun map[catalog.ProjectID]lesson
}

// lesson is when a base was begun to be learned, and how it was then.
type lesson struct {
	stamp catalog.Stamp
	at    time.Time
}

// lessonTime is how long a filter that is being learned is not learned by others:
// it may never be written.
const lessonTime = 10 * time.Second

// begin reports whether the filter of a base is to be learned, as it is now.
func (l *Learning) begin(id catalog.ProjectID, stamp catalog.Stamp, now time.Time) bool {
	if l == nil {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	was, ok := l.begun[id]
	if ok && was.stamp.Index == stamp.Index && was.stamp.WAL == stamp.WAL && now.Sub(was.at).Abs() < lessonTime {
		return false
	}
	if l.begun == nil {
		l.begun = map[catalog.ProjectID]lesson{}
	}
	l.begun[id] = lesson{stamp, now}
	return true
}

// learn keeps the filter of a base that was opened for want of one that counts.
// It is no part of the answer, which does not wait for others that write the
// catalog: where it fails, the base is opened next time too.
func (f *Filters) learn(ctx context.Context, p catalog.Project, base *query.Index, lessons *lessons) {
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
	if list := lessons.add(catalog.KeptFilter{Project: p.ID, Stamp: stamp, Filter: filter}); list != nil {
		f.keep(ctx, list)
	}
}

// keep writes what was learned. A catalog that cannot be written, now or ever,
// answers all the same.
func (f *Filters) keep(ctx context.Context, list []catalog.KeptFilter) {
	if len(list) > 0 {
		_ = f.Catalog.PutFilters(catalog.BestEffort(ctx), list)
	}
}

// maxLessons is how many filters wait to be written together: each may take a
// few hundred kilobytes until then.
const maxLessons = 64

// lessons are filters that a question has learned and nobody has written yet.
type lessons struct {
	mu   sync.Mutex
	list []catalog.KeptFilter
}

// add adds one, and returns all of them once there are so many that they should
// be written.
func (l *lessons) add(k catalog.KeptFilter) []catalog.KeptFilter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list = append(l.list, k); len(l.list) < maxLessons {
		return nil
	}
	return l.take()
}

// rest returns those that are left.
func (l *lessons) rest() []catalog.KeptFilter {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.take()
}

func (l *lessons) take() []catalog.KeptFilter {
	list := l.list
	l.list = nil
	return list
}
