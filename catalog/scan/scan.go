// Package scan finds projects in directory trees. It enters indexed projects in a
// catalog, with the packages that their manifests publish and require, and derives
// the links between all projects from the packages.
package scan

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase"
	"codegraph/projectbase/settings"

	"golang.org/x/sync/errgroup"
)

// Options are the settings of Tree.
type Options struct {
	Depth    int           // directories to go down; 0 is no limit
	DirLimit time.Duration // for reading one directory; 0 is ten seconds
	// Index indexes a project without an index; nil indexes none.
	Index func(ctx context.Context, root string) error
	Jobs  int // projects indexed at once; 0 is one
	// Walked reports the progress of the walk, Indexed the progress of indexing.
	// Both are called by one goroutine at a time and may be nil.
	Walked  func(directories, projects int)
	Indexed func(done, total int)
}

// Result is the result of a scan.
type Result struct {
	Projects []Project         // by root
	Unread   []Unread          // unreadable directories
	Visited  int               // directories
	Read     int               // indexes that were opened: those of new and changed projects
	Missing  []catalog.Project // in the catalog, but no longer on the disk
	Linked   bool              // the links between projects have changed
}

// Project is a project that a scan found.
type Project struct {
	Candidate
	State    catalog.State
	Entry    catalog.Project // zero unless it is indexed
	Packages int
	Changed  bool
	Took     time.Duration // for indexing
	Err      error         // why it could not be indexed or entered; nil if all went well
}

// Tree scans dir, an absolute path without symbolic links. The error of a project is
// in its row; the scan continues. Tree itself returns errors of the context, of the
// catalog, and of reading dir.
func (r *Registrar) Tree(ctx context.Context, dir string, o Options) (*Result, error) {
	if o.DirLimit == 0 {
		o.DirLimit = 10 * time.Second
	}
	w := &walk{at: r.Locations, depth: o.Depth, limit: o.DirLimit, list: os.ReadDir, progress: o.Walked}
	if err := w.run(ctx, dir); err != nil {
		return nil, fmt.Errorf("scan %s: %w", dir, err)
	}
	if len(w.unread) > 0 && w.unread[0].Dir == dir && w.visited == 0 {
		return nil, fmt.Errorf("scan %s: %w: %w", dir, projectbase.ErrUnreadable, w.unread[0].Err)
	}
	result := &Result{Unread: w.unread, Visited: w.visited, Projects: make([]Project, len(w.found))}
	for i, c := range w.found {
		result.Projects[i] = Project{Candidate: c, State: catalog.StateNotIndexed}
	}
	if err := indexAll(ctx, result.Projects, o); err != nil {
		return nil, err
	}
	if err := r.enterAll(ctx, dir, result); err != nil {
		return nil, err
	}
	if err := r.findMissing(ctx, dir, o.Depth, result); err != nil {
		return nil, err
	}
	var err error
	result.Linked, err = r.Link(ctx)
	return result, err
}

// indexAll indexes the projects without an index.
func indexAll(ctx context.Context, projects []Project, o Options) error {
	if o.Index == nil {
		return nil
	}
	var todo []*Project
	for i := range projects {
		if !projects[i].Indexed {
			todo = append(todo, &projects[i])
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(o.Jobs, 1))
	finished := make(chan struct{})
	told := make(chan struct{})
	go func() {
		defer close(told)
		for done := 1; done <= len(todo); done++ {
			if _, ok := <-finished; !ok {
				return
			}
			if o.Indexed != nil {
				o.Indexed(done, len(todo))
			}
		}
	}()
	for _, p := range todo {
		g.Go(func() error {
			from := time.Now()
			p.Err = o.Index(ctx, p.Root)
			p.Took = time.Since(from)
			if p.Err == nil {
				p.Indexed = true
			}
			select {
			case finished <- struct{}{}:
			case <-told:
			}
			return ctx.Err()
		})
	}
	err := g.Wait()
	close(finished)
	<-told
	return err
}

// findMissing marks projects below dir as missing if their directories are gone.
func (r *Registrar) findMissing(ctx context.Context, dir string, depth int, result *Result) error {
	known, err := r.Catalog.Projects(ctx, catalog.Query{Under: dir, Node: r.Node})
	if err != nil {
		return err
	}
	found := map[string]bool{}
	for _, p := range result.Projects {
		found[p.Root] = p.Indexed
	}
	var gone []catalog.ProjectID
	for _, p := range known {
		if found[p.Root] || exists(filepath.Join(settings.BaseDir(p.Root, r.Locations), settings.IndexName)) {
			continue // too deep for this scan, or in a place that it passes over
		}
		gone = append(gone, p.ID)
		result.Missing = append(result.Missing, p)
	}
	_, err = r.Catalog.SetState(ctx, catalog.StateMissing, gone...)
	return err
}

// withoutCredentials returns a remote's URL without user and password. An ssh
// address keeps its user, which is not secret.
func withoutCredentials(remote string) string {
	if !strings.Contains(remote, "://") {
		return remote
	}
	u, err := url.Parse(remote)
	if err != nil {
		return ""
	}
	if u.Scheme != "ssh" {
		u.User = nil
	} else if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	return u.String()
}
