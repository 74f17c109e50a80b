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

// Drift describes how an index differs from its files.
type Drift struct {
	// Pending has the files that changed, are new or were deleted, sorted.
	// Some of them may have the indexed content; Verify removes those.
	Pending []projectbase.Path
	// Gone has the files of Pending that are no longer indexed: deleted,
	// excluded, or of another type. Sorted.
	Gone []projectbase.Path
	// Unsettled means that the index must be written even if no file differs,
	// because file times were too recent or a walk found other directories.
	Unsettled bool
	// Rebuild means that all files must be extracted again. All files are
	// pending.
	Rebuild bool
	// AutoUpdate is the setting that allows answers to update the index.
	AutoUpdate bool
	// Work is an estimate of the time that one parser needs for the update.
	Work time.Duration

	project Project
	limit   int64
	known   *known
	hooks   source.Hooks
	plan    *plan     // of the update; nil if all files are extracted again
	at      time.Time // start of the comparison
}

// None reports whether the index is up to date.
func (d *Drift) None() bool { return len(d.Pending) == 0 && !d.Unsettled && !d.Rebuild }

// Speeds for the estimate of Work, in bytes a second: a careful one for parsing
// and extraction, and one for reading and hashing.
const (
	parseSpeed = 3 << 20
	hashSpeed  = 200 << 20
)

// Check compares the files of p with an open index of p. It takes no lock and
// writes nothing.
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

// current is the time for which the result of a comparison stays valid.
const current = 200 * time.Millisecond

// planOf returns the plan of a recent Check, or nil if the index has changed
// since.
func (s *session) planOf(d *Drift) *plan {
	if d == nil || d.plan == nil || d.known.generation != s.known.generation || s.now().Sub(d.at) > current {
		return nil
	}
	return d.plan
}

// take lists the files of a plan and estimates the work.
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

// manyPending is the number of pending files from which Verify does not read
// new files. Otherwise each query would read all of them until they are
// indexed.
const manyPending = 2000

// Verify reads the files in Pending and removes those whose content is indexed.
// If there are very many, some new files may stay that will be skipped because
// of their content.
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

// look reports whether a file has the indexed content, and whether it is no
// longer indexed.
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
