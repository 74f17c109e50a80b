package scan

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"

	"golang.org/x/sync/errgroup"
)

// Candidate is a directory that is, or could be, a project.
type Candidate struct {
	Root    string // absolute
	Kind    catalog.Kind
	Indexed bool // it has an index, in any state
}

// Unread is an unreadable directory.
type Unread struct {
	Dir string
	Err error
}

// walk finds the projects of a directory tree.
type walk struct {
	at    settings.Locations
	depth int           // directories below the start; 0 is no limit
	limit time.Duration // for reading one directory
	list  func(dir string) ([]fs.DirEntry, error)

	mu       sync.Mutex
	found    []Candidate
	unread   []Unread
	visited  int
	progress func(directories, projects int)
}

// pathOf is a directory of a walk.
type pathOf struct {
	dir     string
	depth   int
	project bool // inside of a project: manifests there are its own
	repo    bool // inside of a repository
}

// errSlow means that a directory was not read within the limit.
var errSlow = errors.New("not read in time")

// run walks the tree in parallel. It does not follow symbolic links.
func (w *walk) run(ctx context.Context, dir string) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4 * runtime.GOMAXPROCS(0))
	var visit func(p pathOf) error
	visit = func(p pathOf) error {
		for _, sub := range w.look(ctx, p) {
			if err := ctx.Err(); err != nil {
				return err
			}
			// If all workers are busy, this goroutine reads the directory itself.
			if !g.TryGo(func() error { return visit(sub) }) {
				if err := visit(sub); err != nil {
					return err
				}
			}
		}
		return ctx.Err()
	}
	g.Go(func() error { return visit(pathOf{dir: dir}) })
	if err := g.Wait(); err != nil {
		return err
	}
	slices.SortFunc(w.found, func(a, b Candidate) int { return strings.Compare(a.Root, b.Root) })
	slices.SortFunc(w.unread, func(a, b Unread) int { return strings.Compare(a.Dir, b.Dir) })
	return nil
}

// look reads one directory, records it if it is a project, and returns the
// subdirectories to read.
func (w *walk) look(ctx context.Context, p pathOf) []pathOf {
	entries, err := w.read(ctx, p.dir)
	if err != nil {
		if ctx.Err() == nil {
			w.note(nil, &Unread{p.dir, err})
		}
		return nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	c, inside := w.recognise(p, entries, names)
	w.note(c, nil)
	if w.depth > 0 && p.depth >= w.depth {
		return nil
	}
	var below []pathOf
	for _, e := range entries {
		if e.IsDir() && w.worth(p.dir, e.Name(), names) {
			inside.dir, inside.depth = filepath.Join(p.dir, e.Name()), p.depth+1
			below = append(below, inside)
		}
	}
	return below
}

// recognise classifies a directory and returns the context of its subdirectories.
func (w *walk) recognise(p pathOf, entries []fs.DirEntry, names []string) (*Candidate, pathOf) {
	c := Candidate{Root: p.dir, Indexed: exists(filepath.Join(settings.BaseDir(p.dir, w.at), settings.IndexName))}
	inside := p
	_, isRepo := slices.BinarySearch(names, ".git")
	switch {
	case isRepo:
		c.Kind = catalog.KindGit
		inside.repo = true
	case !p.project:
		c.Kind = kindByManifests(p.dir, entries)
	}
	if c.Kind == catalog.KindNone && !c.Indexed {
		return nil, inside
	}
	inside.project = true
	return &c, inside
}

// systemDirs are virtual file systems, which contain no projects and may be
// endless.
var systemDirs = map[string]bool{"/proc": true, "/sys": true, "/dev": true, "/run": true}

// worth reports whether a directory may contain projects. Dependency caches do not;
// a hidden directory only if it is a project itself.
func (w *walk) worth(dir, name string, siblings []string) bool {
	if name == ".git" || name == w.at.Name() || source.IsCache(name, siblings) || systemDirs[filepath.Join(dir, name)] {
		return false
	}
	if name[0] != '.' {
		return true
	}
	sub := filepath.Join(dir, name)
	return exists(filepath.Join(sub, ".git")) || exists(filepath.Join(settings.BaseDir(sub, w.at), settings.IndexName))
}

// read lists a directory, sorted by name, within the limit, so that a file system
// that hangs does not block the scan.
func (w *walk) read(ctx context.Context, dir string) ([]fs.DirEntry, error) {
	type listing struct {
		entries []fs.DirEntry
		err     error
	}
	done := make(chan listing, 1)
	go func() {
		entries, err := w.list(dir)
		done <- listing{entries, err}
	}()
	timer := time.NewTimer(w.limit)
	defer timer.Stop()
	select {
	case l := <-done:
		return l.entries, l.err
	case <-timer.C:
		return nil, errSlow
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *walk) note(c *Candidate, u *Unread) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if u != nil {
		w.unread = append(w.unread, *u)
		return
	}
	w.visited++
	if c != nil {
		w.found = append(w.found, *c)
	}
	if w.progress != nil && (c != nil || w.visited%256 == 0) {
		w.progress(w.visited, len(w.found))
	}
}
