package tool

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/settings"
)

// scopeOf reads the two ways to name a scope.
func scopeOf(text string, dependencies bool) (federation.Scope, error) {
	if dependencies {
		if text != "" {
			return federation.Scope{}, fmt.Errorf("%w: include-dependencies and scope say the same; give one of them", projectbase.ErrUsage)
		}
		text = "dependencies"
	}
	return federation.ParseScope(text)
}

// across is a question to several projects, as planned.
type across struct {
	engine   *federation.Engine
	targets  []federation.Target
	failures []federation.Failure
	shared   map[string]bool // names that several of them have
}

// plan finds out whom a scope means. The desk's own project, or the one called
// name, is the asker.
func (d *Desk) plan(ctx context.Context, name string, s federation.Scope) (*across, error) {
	e, err := d.engine(ctx)
	if err != nil {
		return nil, err
	}
	here, _, err := d.here(ctx, name)
	if err != nil {
		return nil, err
	}
	s.Names = d.roots(s)
	a := &across{engine: e}
	asker := federation.Asker{ID: here.ID, Node: d.Node, Everywhere: e.Peers != nil}
	if a.targets, a.failures, err = federation.Plan(ctx, e.Catalog, asker, s); err != nil {
		return nil, err
	}
	if err := awayOf(e.Catalog); err != nil {
		a.failures = append(a.failures, federation.Failure{Project: catalog.Project{Name: catalogLabel}, Err: err})
	}
	names := map[string]int{}
	note := func(p catalog.Project) {
		names[p.Name]++
		names[p.Root]++
	}
	for _, t := range a.targets {
		note(t.Project)
	}
	for _, f := range a.failures {
		note(f.Project)
	}
	a.shared = map[string]bool{}
	for n, times := range names {
		a.shared[n] = times > 1
	}
	return a, nil
}

// engine returns what asks bases here and on other nodes.
func (d *Desk) engine(ctx context.Context) (*federation.Engine, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return &federation.Engine{Catalog: store, Pool: d.Pool, Refresher: refresher{d}, Budget: d.Budget,
		Filters: &federation.Filters{Catalog: store, Stat: d.Stat, Now: d.Now, Learning: d.Learning},
		Node:    d.Node, Peers: d.Peers, Rights: d.Rights, Away: d.Away}, nil
}

// roots returns the names of a scope, those that are written as paths of
// directories as the roots that the catalog knows.
func (d *Desk) roots(s federation.Scope) []string {
	if s.Kind != federation.ScopeNames {
		return s.Names
	}
	names := slices.Clone(s.Names)
	for i, n := range names {
		if !strings.ContainsRune(n, os.PathSeparator) && n != "." && n != ".." {
			continue
		}
		if dir, err := d.directory(n); err == nil {
			names[i] = dir
		}
	}
	return names
}

// label is what answers call a project: its name, or where several share that,
// its root, or its id. People can give those as names too.
func (a *across) label(p catalog.Project) string {
	switch {
	case !a.shared[p.Name]:
		return p.Name
	case a.shared[p.Root]: // on another node too
		return string(p.ID)
	}
	return p.Root
}

// catalogLabel stands for the catalog among projects that failed.
const catalogLabel = "the catalog"

// awayOf returns why a catalog at a service could not be asked, so that only what
// this machine knows was.
func awayOf(store catalog.Store) error {
	c, ok := store.(interface{ Away() error })
	if !ok || c.Away() == nil {
		return nil
	}
	return fmt.Errorf("%w; only projects of this machine were asked", c.Away())
}

// anybody reports whether somebody who is in no project can ask the catalog.
func (d *Desk) anybody(ctx context.Context) (bool, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return false, err
	}
	list, err := store.Projects(ctx, catalog.Query{State: catalog.StateIndexed})
	if err != nil || len(list) == 0 || d.inside() {
		return false, err
	}
	known, err := store.Projects(ctx, catalog.Query{Node: d.Node})
	return err == nil && !d.below(known), err
}

// inside reports whether the desk is in a project that is being indexed, or was
// and has lost its index: one that has our lock.
func (d *Desk) inside() bool {
	for dir := d.Dir; ; dir = filepath.Dir(dir) {
		if exists(filepath.Join(settings.BaseDir(dir, d.Locations), "lock")) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// below reports whether the desk is in one of some projects.
func (d *Desk) below(projects []catalog.Project) bool {
	dir, err := d.directory(".")
	return err == nil && slices.ContainsFunc(projects, func(p catalog.Project) bool {
		return p.Root == dir || strings.HasPrefix(dir, strings.TrimSuffix(p.Root, string(filepath.Separator))+string(filepath.Separator))
	})
}
