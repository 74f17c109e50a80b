package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/read"
)

// Drift is how far an index is behind its files.
type Drift struct {
	// Pending are the files that may differ, are new or gone, sorted. Some may
	// turn out to hold what the index says; Verify drops these.
	Pending []projectbase.Path
	// Gone are those of Pending that are no longer indexed: deleted, excluded,
	// or of another kind. Sorted.
	Gone []projectbase.Path
	// Unsettled says that the index is to be written even if no file differs:
	// stamps are not yet what they will be, or a walk found other directories.
	Unsettled bool
	// Rebuild says that all has to be extracted anew: all files are pending.
	Rebuild bool
	// AutoUpdate is the setting: whether answers may bring the index up to date.
	AutoUpdate bool
	// Work is about how long one parser has with it.
	Work time.Duration

	project Project
	limit   int64
	known   *known
	hooks   source.Hooks
	plan    *plan     // of bringing the index up to date; nil if all is extracted anew
	at      time.Time // when the files began to be compared
}

// None reports whether there is nothing to do.
func (d *Drift) None() bool { return len(d.Pending) == 0 && !d.Unsettled && !d.Rebuild }

// Speeds by which Work is estimated, in bytes a second: a careful one of
// parsing and extraction, and that of reading and hashing.
const (
	parseSpeed = 3 << 20
	hashSpeed  = 200 << 20
)

// Check compares the files of p with an open index of it, without its lock and
// without writing.
func (x *Indexer) Check(ctx context.Context, p Project, base *read.Index) (*Drift, error) {
	k, err := x.readKnown(ctx, base)
	if err != nil {
		return nil, err
	}
	s := &session{Indexer: x, project: p, started: x.now(), known: k}
	if s.settings, err = loadSettings(x, p); err != nil {
		return nil, err
	}
	d := &Drift{at: s.started, AutoUpdate: s.settings.AutoUpdate, project: p, limit: s.settings.MaxFileSize, known: k, hooks: x.Hooks}
	if !s.sound() {
		t, err := s.planner().scan(ctx)
		if err != nil {
			return nil, err
		}
		d.Rebuild = true
		d.take(s.planner().planAll(t))
		return d, nil
	}
	plan, err := s.planner().planChanges(ctx)
	if err != nil || plan == nil {
		return d, err
	}
	d.Unsettled, d.plan = true, plan
	d.take(plan)
	return d, nil
}

// current is how long what was found out by comparing files is gone on from
// without comparing them again.
const current = 200 * time.Millisecond

// planOf returns the plan that Check has made a moment ago, of an index that is as
// it was; nil without one.
func (s *session) planOf(d *Drift) *plan {
	if d == nil || d.plan == nil || d.known.generation != s.known.generation || s.now().Sub(d.at) > current {
		return nil
	}
	return d.plan
}

// take lists the files of a plan and estimates the work with them.
func (d *Drift) take(p *plan) {
	bytes := int64(0)
	hashed := int64(0)
	for _, r := range p.read {
		d.Pending = append(d.Pending, r.path)
		size := r.stat.Size
		if r.known != nil {
			size = max(size, r.known.Stat.Size)
		}
		if r.known != nil && unsettled(r.known.Stat) {
			hashed += size
		} else {
			bytes += size
		}
	}
	d.Pending = append(d.Pending, p.gone...)
	slices.Sort(d.Pending)
	d.Gone = append(d.Gone, p.gone...)
	slices.Sort(d.Gone)
	d.Work = time.Duration(float64(bytes)/parseSpeed*float64(time.Second)) + time.Duration(float64(hashed)/hashSpeed*float64(time.Second))
}

// manyPending is from how many files on new ones are not read to find out whether
// they are to be indexed: each question would read all of them, until they are.
const manyPending = 2000

// Verify drops the files from Pending that hold what the index says, by reading
// them. Of very many it may leave new ones in that will not be indexed for what they
// hold.
func (d *Drift) Verify(ctx context.Context) error {
	if d.Rebuild || len(d.Pending) == 0 {
		return nil
	}
	reader, err := source.OpenReader(d.project.Root, d.limit, d.hooks)
	if err != nil {
		return err
	}
	defer reader.Close()
	var differ []projectbase.Path
	for _, p := range d.Pending {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("verify %s: %w", filepath.Base(d.project.Root), err)
		}
		same, gone, err := d.look(reader, p)
		if err != nil {
			return err
		}
		if same {
			continue
		}
		differ = append(differ, p)
		if i, found := slices.BinarySearch(d.Gone, p); gone && !found {
			d.Gone = slices.Insert(d.Gone, i, p)
		}
	}
	d.Pending = differ
	return nil
}

// look reports whether the index says of a file what it holds now, and whether
// it is not to be indexed any more.
func (d *Drift) look(reader *source.Reader, p projectbase.Path) (same, gone bool, err error) {
	if _, found := slices.BinarySearch(d.Gone, p); found {
		return false, true, nil
	}
	k := d.known.file(p)
	if k == nil && len(d.Pending) > manyPending {
		return false, false, nil
	}
	c, err := reader.Read(p)
	switch {
	case errors.Is(err, source.ErrChanging):
		return false, false, nil
	case errors.Is(err, fs.ErrNotExist), err == nil && c.Skip != "":
		return k == nil, true, nil
	case err != nil:
		return false, false, err
	}
	return k != nil && k.Hash == c.Hash, false, nil
}
