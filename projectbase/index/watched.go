package index

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/read"
)

// Watched is what there is to watch of a project, so that a change of anything
// that its index tells of or depends on is noticed.
type Watched struct {
	Generation int64    // of the index
	Dirs       []string // absolute; whatever is indexed lies directly in one of them
	Paths      source.KnownPaths
	outside    []source.Stamped // what lies in none of Dirs, as it was when it was looked at
}

// Watch returns what there is to watch of p, whose index is open. It is good as
// long as the index stays of the same generation.
func (x *Indexer) Watch(ctx context.Context, p Project, base *read.Index) (*Watched, error) {
	k, err := x.readKnown(ctx, base)
	if err != nil {
		return nil, err
	}
	w := &Watched{Generation: k.generation, Paths: source.NewKnownPaths(k.stamps)}
	for _, d := range k.dirs {
		w.Dirs = append(w.Dirs, filepath.Join(p.Root, filepath.FromSlash(string(d.Path))))
	}
	names := []string{p.Root}
	for _, d := range k.decides {
		if filepath.IsAbs(d.Path) {
			names = append(names, d.Path)
		}
	}
	for _, s := range k.skipped {
		// The names in a directory change its stamp, but who watches the
		// directory above is not told.
		if s.Dir && s.Stat != (projectbase.Stat{}) {
			names = append(names, filepath.Join(p.Root, filepath.FromSlash(string(s.Path))))
		}
	}
	at := time.Now()
	for i, name := range names {
		stat := stampOf(name, i == 0)
		w.outside = append(w.outside, source.Stamped{Path: name, Stat: stat, Racy: i > 0 && source.Racy(stat, at)})
	}
	return w, nil
}

// stampOf is the stamp of what lies at an absolute path, the zero one if that
// cannot be had. Of the root it is only which directory lies there: what
// happens in it is noticed.
func stampOf(name string, root bool) projectbase.Stat {
	stat, err := source.StatFile(name)
	if err != nil {
		return projectbase.Stat{}
	}
	if root {
		return projectbase.Stat{Inode: stat.Inode}
	}
	return stat
}

// OutsideHolds reports whether what cannot be watched is as it was.
func (w *Watched) OutsideHolds() bool {
	for i, s := range w.outside {
		if s.Racy || stampOf(s.Path, i == 0) != s.Stat {
			return false
		}
	}
	return true
}

// Generation returns that of an open index.
func Generation(ctx context.Context, base *read.Index) (int64, error) {
	var n int64
	err := base.View(ctx, func(s *read.Snapshot) error {
		n = s.Generation()
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("ask the index in %s: %w", base.Dir(), err)
	}
	return n, nil
}

// Rest lets go of what is kept of an index to be faster the next time.
func (x *Indexer) Rest(dir string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.byBase, dir)
	delete(x.graphs, dir)
}
