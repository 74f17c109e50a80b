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

// Watched lists the paths to watch for changes of an index's content and of
// everything that it depends on.
type Watched struct {
	Generation int64    // of the index
	Dirs       []string // absolute; every indexed path is directly in one of them
	Paths      source.KnownPaths
	outside    []source.Stamped // file information of paths outside of Dirs
}

// Watch returns the paths to watch for p, whose index is open. The list is
// valid until the generation of the index changes.
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
		// A new name in a directory changes the directory's times, but a
		// watcher of its parent gets no event.
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

// stampOf returns the file information of an absolute path, or zero if it is
// unreadable. For the root it identifies only the directory, because changes
// inside are watched.
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

// OutsideHolds reports whether the paths that cannot be watched are unchanged.
func (w *Watched) OutsideHolds() bool {
	for i, s := range w.outside {
		if s.Racy || stampOf(s.Path, i == 0) != s.Stat {
			return false
		}
	}
	return true
}

// Generation returns the generation of an open index.
func Generation(ctx context.Context, base *read.Index) (int64, error) {
	var n int64
	err := base.View(ctx, func(s *read.Snapshot) error {
		n = s.Generation()
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("read the index in %s: %w", base.Dir(), err)
	}
	return n, nil
}

// Rest releases the memory that is kept for an index.
func (x *Indexer) Rest(dir string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.byBase, dir)
	delete(x.graphs, dir)
}
