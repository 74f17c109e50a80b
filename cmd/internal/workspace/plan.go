package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase/settings"
)

// Plan is a question to several projects, as planned.
type Plan struct {
	Engine   *federation.Engine
	Targets  []federation.Target
	Failures []federation.Failure
	// Remote are the projects that the service of the catalog answers for.
	Remote []catalog.Project
	shared map[string]bool // names that several of them have
}

// Plan returns the projects of a scope. Link distances start at the project of the
// workspace, or the one called name.
func (d *Workspace) Plan(ctx context.Context, name string, s federation.Scope) (*Plan, error) {
	e, err := d.Engine(ctx)
	if err != nil {
		return nil, err
	}
	here, _, err := d.Here(ctx, name)
	if err != nil {
		return nil, err
	}
	s.Names = d.roots(s)
	a := &Plan{Engine: e}
	asker := federation.Asker{ID: here.ID, Node: d.Node}
	if a.Targets, a.Failures, err = federation.Plan(ctx, e.Catalog, asker, s); err != nil {
		return nil, err
	}
	if d.Service != nil && AwayOf(e.Catalog) == nil {
		a.Failures = slices.DeleteFunc(a.Failures, func(f federation.Failure) bool {
			remote := errors.Is(f.Err, federation.ErrElsewhere)
			if remote {
				a.Remote = append(a.Remote, f.Project)
			}
			return remote
		})
	}
	if err := AwayOf(e.Catalog); err != nil {
		a.Failures = append(a.Failures, federation.Failure{Project: catalog.Project{Name: CatalogLabel}, Err: err})
	}
	names := map[string]int{}
	note := func(p catalog.Project) {
		names[p.Name]++
		names[p.Root]++
	}
	for _, t := range a.Targets {
		note(t.Project)
	}
	for _, f := range a.Failures {
		note(f.Project)
	}
	for _, p := range a.Remote {
		note(p)
	}
	a.shared = map[string]bool{}
	for n, times := range names {
		a.shared[n] = times > 1
	}
	return a, nil
}

// Engine returns the engine that asks indexes on this machine.
func (d *Workspace) Engine(ctx context.Context) (*federation.Engine, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return &federation.Engine{Catalog: store, Pool: d.Pool, Refresher: refresher{d}, Budget: d.Budget,
		Filters: &federation.Filters{Catalog: store, Stat: d.Stat, Now: d.Now, Learning: d.Learning},
		Machine: d.Node}, nil
}

// roots returns the names of a scope, those that are written as paths of
// directories as the roots that the catalog knows.
func (d *Workspace) roots(s federation.Scope) []string {
	if s.Kind != federation.ScopeNames {
		return s.Names
	}
	names := slices.Clone(s.Names)
	for i, n := range names {
		if !strings.ContainsRune(n, os.PathSeparator) && n != "." && n != ".." {
			continue
		}
		if dir, err := d.Directory(n); err == nil {
			names[i] = dir
		}
	}
	return names
}

// Label is what answers call a project: its name, or where several share that,
// its root, or its id. People can give those as names too.
func (a *Plan) Label(p catalog.Project) string {
	switch {
	case !a.shared[p.Name]:
		return p.Name
	case a.shared[p.Root]: // on another node too
		return string(p.ID)
	}
	return p.Root
}

// CatalogLabel stands for the catalog among projects that failed.
const CatalogLabel = "the catalog"

// AwayOf returns why a catalog at a service could not be asked, so that only what
// this machine knows was.
func AwayOf(store catalog.Store) error {
	unreachable := store.Service().Unreachable
	if unreachable == nil {
		return nil
	}
	return fmt.Errorf("%w; only projects of this machine were asked", unreachable)
}

// Anybody reports whether a caller outside of any project can query the catalog.
func (d *Workspace) Anybody(ctx context.Context) (bool, error) {
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

// inside reports whether the workspace is in a project that is being indexed, or was
// and has lost its index: one that has our lock.
func (d *Workspace) inside() bool {
	for dir := d.Dir; ; dir = filepath.Dir(dir) {
		if Exists(filepath.Join(settings.BaseDir(dir, d.Locations), "lock")) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// below reports whether the workspace is in one of some projects.
func (d *Workspace) below(projects []catalog.Project) bool {
	dir, err := d.Directory(".")
	return err == nil && slices.ContainsFunc(projects, func(p catalog.Project) bool {
		return p.Root == dir || strings.HasPrefix(dir, strings.TrimSuffix(p.Root, string(filepath.Separator))+string(filepath.Separator))
	})
}
