package federation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/catalog/lookup"
	"codegraph/projectbase"
)

// Target is a project to ask.
type Target struct {
	Project  catalog.Project
	Distance int // number of links from the asker's project; 0 for that project, Unlinked without a path
	// Nested are the directories of other targets inside this one. Their files count
	// once, as files of the inner target.
	Nested []projectbase.Path
}

// Unlinked is the distance of a project that no links connect to the asker.
const Unlinked = 1 << 20

// Failure is a project that could not answer.
type Failure struct {
	Project catalog.Project
	Err     error
}

// Asker is the origin of a question: a project, or no project.
type Asker struct {
	ID   catalog.ProjectID // "" outside of any project
	Node string            // whose paths the question may name
}

// Plan returns the projects of a scope, the asker's first, then by link distance,
// name, root and id. Failures are the missing, damaged and remote projects of the
// scope, and manually linked projects that the catalog does not know. A project
// that was never indexed is a failure only if the scope names it.
//
// Errors: projectbase.ErrUsage for a scope that needs a project as origin;
// *catalog.NotFoundError, *catalog.AmbiguousError and other errors of the catalog.
func Plan(ctx context.Context, store catalog.Store, asker Asker, s Scope) ([]Target, []Failure, error) {
	distances, failures, err := linkDistances(ctx, store, asker, s)
	if err != nil {
		return nil, nil, err
	}
	projects, err := choose(ctx, store, asker, s, distances)
	if err != nil {
		return nil, nil, err
	}
	var targets []Target
	for _, p := range projects {
		switch err := Askable(p, asker); {
		case err == nil:
			targets = append(targets, Target{Project: p, Distance: distance(p.ID, asker, distances)})
		case p.State != catalog.StateNotIndexed || s.Kind == ScopeNames:
			failures = append(failures, Failure{p, err})
		}
	}
	slices.SortStableFunc(targets, func(a, b Target) int { return cmp.Compare(a.Distance, b.Distance) })
	nest(targets)
	return targets, failures, nil
}

func distance(id catalog.ProjectID, asker Asker, distances map[catalog.ProjectID]int) int {
	if id == asker.ID && id != "" {
		return 0
	}
	if d, ok := distances[id]; ok {
		return d
	}
	return Unlinked
}

// linkDistances returns the link distances from the asker in the direction of the
// scope. The failures are manual links to unknown projects.
func linkDistances(ctx context.Context, store catalog.Store, asker Asker, s Scope) (map[catalog.ProjectID]int, []Failure, error) {
	distances := map[catalog.ProjectID]int{}
	needed := s.Kind == ScopeDependencies || s.Kind == ScopeDependents
	if asker.ID == "" {
		if needed || s.Kind == ScopeSelf {
			return nil, nil, fmt.Errorf("%w: this scope starts from a project, and there is none here; use -C, or the scope all", projectbase.ErrUsage)
		}
		return distances, nil, nil
	}
	links, err := store.Links(ctx, catalog.LinkQuery{})
	if err != nil {
		return nil, nil, err
	}
	way, depth := lookup.Dependencies, 0
	if s.Kind == ScopeDependents {
		way = lookup.Dependents
	}
	if needed {
		depth = s.Depth
	}
	for _, step := range lookup.Reach(links, []catalog.ProjectID{asker.ID}, way, depth) {
		distances[step.Project] = step.Distance
	}
	if s.Kind != ScopeDependencies {
		return distances, nil, nil
	}
	return distances, leadNowhere(links, asker, distances, s.Depth), nil
}

// leadNowhere returns a failure for each manual link from a project within the
// depth to a root that the catalog does not know.
func leadNowhere(links []catalog.Link, asker Asker, distances map[catalog.ProjectID]int, depth int) []Failure {
	var failures []Failure
	seen := map[string]bool{}
	for _, l := range links {
		d, near := distances[l.From]
		near = near || l.From == asker.ID
		if l.To != "" || !near || depth > 0 && d >= depth || seen[l.Root] {
			continue
		}
		seen[l.Root] = true
		p := catalog.Project{Name: cmp.Or(l.Name, filepath.Base(l.Root)), Place: catalog.Place{Node: asker.Node, Root: l.Root}}
		failures = append(failures, Failure{p, fmt.Errorf("%s is linked, and the catalog does not know it: %w", l.Root, ErrMissing)})
	}
	return failures
}

// choose returns the projects of a scope, whatever their state.
func choose(ctx context.Context, store catalog.Store, asker Asker, s Scope, distances map[catalog.ProjectID]int) ([]catalog.Project, error) {
	switch s.Kind {
	case ScopeAll:
		return store.Projects(ctx, catalog.Query{})
	case ScopeTag:
		if err := KnownTag(ctx, store, s.Names[0]); err != nil {
			return nil, err
		}
		return store.Projects(ctx, catalog.Query{Tag: s.Names[0]})
	case ScopeGlob:
		list, err := store.Projects(ctx, catalog.Query{Match: s.Names[0]})
		if err == nil && len(list) == 0 {
			err = fmt.Errorf("no project of the catalog has a name like %q: %w", s.Names[0], projectbase.ErrNotFound)
		}
		return list, err
	case ScopeNames:
		var list []catalog.Project
		for _, name := range s.Names {
			p, err := store.Find(ctx, name, asker.Node)
			if err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(list, func(q catalog.Project) bool { return q.ID == p.ID }) {
				list = append(list, p)
			}
		}
		return list, nil
	}
	ids := []catalog.ProjectID{asker.ID}
	if s.Kind != ScopeSelf {
		ids = slices.AppendSeq(ids, maps.Keys(distances))
	}
	return store.Projects(ctx, catalog.Query{IDs: ids})
}

// KnownTag returns a *catalog.NotFoundError for a tag that no project has.
func KnownTag(ctx context.Context, store catalog.Store, tag string) error {
	tags, err := store.Tags(ctx)
	if err != nil || tags[tag] > 0 {
		return err
	}
	return &catalog.NotFoundError{What: "tag", Name: tag, Nearest: lookup.Nearest(tag, slices.Collect(maps.Keys(tags)))}
}

// Askable returns why a project cannot be asked.
func Askable(p catalog.Project, asker Asker) error {
	at := p.AskedAt(asker.Node)
	if at != asker.Node {
		return fmt.Errorf("%s: %w", p.Root, ErrElsewhere)
	}
	if at != p.Node {
		return nil // the published index answers, whatever the state of the project
	}
	switch p.State {
	case catalog.StateIndexed:
		return nil
	case catalog.StateMissing:
		return fmt.Errorf("%s is gone: %w", p.Root, ErrMissing)
	case catalog.StateForeign:
		return projectbase.ErrForeign
	case catalog.StateTooNew:
		return projectbase.ErrTooNew
	case catalog.StateUnreadable:
		return fmt.Errorf("%s: %w", p.Root, projectbase.ErrUnreadable)
	}
	return fmt.Errorf("%s: %w", p.Root, projectbase.ErrNotIndexed)
}

// holds returns the path of inner within t, and false if t does not contain it.
func (t *Target) holds(inner *Target) (projectbase.Path, bool) {
	rel, ok := strings.CutPrefix(filepath.ToSlash(inner.Project.Root), strings.TrimSuffix(filepath.ToSlash(t.Project.Root), "/")+"/")
	return projectbase.Path(rel), ok && inner.Project.Node == t.Project.Node
}

// nest sets Target.Nested of all targets.
func nest(targets []Target) {
	byRoot := map[catalog.Place]int{}
	for i, t := range targets {
		byRoot[t.Project.Place] = i
	}
	for _, inner := range targets {
		root := inner.Project.Root
		for dir := filepath.Dir(root); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			i, ok := byRoot[catalog.Place{Node: inner.Project.Node, Root: dir}]
			if !ok {
				continue
			}
			if rel, ok := targets[i].holds(&inner); ok {
				targets[i].Nested = append(targets[i].Nested, rel)
			}
		}
	}
	for i := range targets {
		slices.Sort(targets[i].Nested)
	}
}
