package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

const (
	// walkTime bounds the time of a walk.
	walkTime = 10 * time.Second
	// maxWalked bounds the matches of a walk over several projects.
	maxWalked = 50_000
)

// walking is a walk as an input describes it.
type walking struct {
	walk  graph.Walk
	file  string   // that declares the symbol, as the caller names it; "" is anywhere
	files []string // whole files where the walk begins, as the caller names them
	// orFile says that the symbol may be the name of a file.
	orFile bool
	both   bool // the walk goes up and down
	title  title
	deeper deeper
	format string
}

// A walkInput is the input of a question that walks over the graph.
type walkInput interface{ walking() *walking }

func walkingOf[In any](in *In) *walking { return any(in).(walkInput).walking() }

// located is the begin of a walk in one project; the target is nil if the project
// does not have the symbol or files.
type located struct {
	target     *symbol.Place
	candidates []symbol.Place
	walk       graph.Walk
	missing    []projectbase.Path // files that are not indexed
}

func (l *located) known() bool {
	return l.target != nil || len(l.candidates) > 0 || len(l.walk.Whole) > 0
}

// locate finds the begin of a walk in one index. A project of a scope need not have
// it.
func locate(ctx context.Context, o *workspace.Index, w *walking) (*located, error) {
	l := &located{walk: w.walk}
	if err := l.begin(ctx, o, w); err != nil {
		return nil, err
	}
	if len(w.files) > 0 && len(l.walk.Whole) == 0 {
		if o.Alone {
			return nil, fmt.Errorf("%s is not indexed: %w", l.missing[0], projectbase.ErrNotFound)
		}
		return l, nil
	}
	found, err := graph.Locate(ctx, o.Index, l.walk)
	if !o.Alone && errors.Is(err, projectbase.ErrNotFound) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	l.target, l.candidates = found.Target, found.Candidates
	return l, nil
}

// begin fills in the files of a walk as paths of the project.
func (l *located) begin(ctx context.Context, o *workspace.Index, w *walking) (err error) {
	if w.file != "" {
		if l.walk.File, err = o.File(w.file); err != nil {
			return err
		}
	}
	for _, name := range w.files {
		path, err := o.File(name)
		if err != nil {
			return err
		}
		known, err := o.Has(ctx, path)
		if err != nil {
			return err
		}
		if known {
			l.walk.Whole = append(l.walk.Whole, path)
		} else {
			l.missing = append(l.missing, path)
		}
	}
	if w.orFile && w.file == "" && strings.ContainsAny(w.walk.Symbol, "./") {
		path, err := o.File(w.walk.Symbol)
		if err != nil {
			return nil // a path outside of the project, or no path at all: a symbol
		}
		if known, err := o.Has(ctx, path); err != nil || !known {
			return err
		}
		l.walk.Whole = []projectbase.Path{path}
	}
	return nil
}

// walkQuestion returns a question that walks over the graph.
func walkQuestion[In any](spec tool.Spec, check func(*In, *workspace.Workspace) error) *tool.Spec {
	return fanout.Question[In, *located, *GraphOut]{Spec: spec, Check: check,
		Ask: func(ctx context.Context, o *workspace.Index, in *In) (*located, error) {
			return locate(ctx, o, walkingOf(in))
		},
		Merge: mergeWalk[In],
		Join:  func(out, remote *GraphOut, in *In) { out.add(remote, walkingOf(in).walk.Limit) },
		Text:  graphText}.Tool()
}

// mergeWalk walks from the project that has the symbol or files over all projects.
func mergeWalk[In any](ctx context.Context, a *fanout.Answers[In, *located]) (*GraphOut, error) {
	w := walkingOf(a.In)
	out := &GraphOut{Matches: []graph.Match{}, TerminatedBy: graph.EndExhausted, title: w.title, deeper: w.deeper, format: w.format, down: w.walk.Down}
	begins := make([]begin, len(a.Parts))
	for i := range a.Parts {
		p := &a.Parts[i]
		begins[i] = begin{label: labelOf(a, i), distance: p.Target.Distance}
		if l := p.Answer; l != nil {
			begins[i].target, begins[i].candidates, begins[i].known = l.target, l.candidates, l.known()
		}
	}
	at, err := chooseBegin(out, begins, w.walk.Symbol, a.Projects, len(a.Failures) > 0)
	if err != nil || at < 0 {
		return out, err
	}
	l := a.Parts[at].Answer
	for _, path := range l.missing {
		a.Failures = append(a.Failures, missingFile(a.Parts[at].Label, path))
	}
	if err := walkFrom(ctx, a, at, l.walk, out); err != nil {
		return nil, err
	}
	if w.both && len(out.Candidates) == 0 {
		down := &GraphOut{Target: out.Target, Matches: []graph.Match{}, TerminatedBy: graph.EndExhausted}
		l.walk.Down = true
		if err := walkFrom(ctx, a, at, l.walk, down); err != nil {
			return nil, err
		}
		out.join(down)
	}
	out.Truncated = len(out.Matches) < out.Total
	return out, nil
}

// labelOf returns the project of a part's matches, "" in an answer about one
// project.
func labelOf[In, Part any](a *fanout.Answers[In, Part], i int) string {
	if a.Only() {
		return ""
	}
	return a.Parts[i].Label
}

func missingFile(project string, path projectbase.Path) tool.ProjectFailure {
	return tool.ProjectFailure{Project: project, File: string(path), Code: "not_found", Message: fmt.Sprintf("%s is not indexed", path)}
}

// walkFrom walks from one project over all, and adds the matches to out.
func walkFrom[In any](ctx context.Context, a *fanout.Answers[In, *located], at int, w graph.Walk, out *GraphOut) error {
	c, err := newCrossing(ctx, a.Projects, partsOf(a), w, out)
	if err != nil {
		return err
	}
	c.failure = a.Fail
	if err := c.start(ctx, a.Parts[at].Target); err != nil {
		return err
	}
	if err := c.run(ctx); err != nil {
		return err
	}
	c.finish()
	for i := range a.Parts {
		a.Parts[i].Count += c.at[a.Parts[i].Target.Project.ID].matches
	}
	scope := fanout.ScopedOf(a.In).Scope
	a.Hints(unresolvedHint(out, w, scope))
	if a.Only() && !w.Down {
		a.Hint("%s", dependentsHint(ctx, a.Projects))
	}
	return nil
}

// member is a project that takes part in a walk.
type member struct {
	target federation.Target
	label  string
}

func partsOf[In, Part any](a *fanout.Answers[In, Part]) []member {
	list := make([]member, len(a.Parts))
	for i := range a.Parts {
		list[i] = member{a.Parts[i].Target, labelOf(a, i)}
	}
	return list
}

// begin is a project's answer to a name.
type begin struct {
	label      string
	distance   int // of the project from the caller's
	known      bool
	target     *symbol.Place
	candidates []symbol.Place
}

func (b *begin) places() []symbol.Place {
	if b.target != nil {
		return []symbol.Place{*b.target}
	}
	return b.candidates
}

// chooseBegin returns the index of the project whose symbol a name means, and sets
// the target of the answer. The caller's own project comes first. If several have
// the name, they are candidates of the answer, and the result is -1.
func chooseBegin(out *GraphOut, begins []begin, name string, projects *workspace.Projects, failed bool) (int, error) {
	out.name = name
	var found []int
	for i := range begins {
		if begins[i].known {
			found = append(found, i)
		}
	}
	if found = sameCase(begins, found, name); len(found) > 1 && begins[found[0]].distance == 0 {
		found = found[:1]
	}
	if len(found) == 0 {
		if failed || len(projects.Remote()) > 0 {
			return -1, nil
		}
		return -1, notFound(name, len(begins))
	}
	if b := &begins[found[0]]; len(found) == 1 && len(b.candidates) == 0 {
		out.Target = b.target
		if out.Target != nil {
			out.Target.Project = b.label
		}
		return found[0], nil
	}
	for _, i := range found {
		for _, x := range begins[i].places() {
			x.Project = begins[i].label
			out.Candidates = append(out.Candidates, x)
		}
	}
	return -1, nil
}

// notFound is the error of a name that no project of a scope has.
func notFound(name string, projects int) error {
	return projectbase.WithHint(fmt.Errorf("symbol %q in %s: %w", name, tool.Count(projects, "project", "projects"), projectbase.ErrNotFound),
		projectbase.Suggest("search for it", "query", projectbase.Positional("term", name), projectbase.Flag("scope", "all")))
}

// sameCase drops projects whose symbols have the name in another case, if one has
// it in the same case.
func sameCase(begins []begin, found []int, name string) []int {
	last := func(s string) string { return s[strings.LastIndexAny(s, ".:#/\\")+1:] }
	exact := slices.DeleteFunc(slices.Clone(found), func(i int) bool {
		return !slices.ContainsFunc(begins[i].places(), func(x symbol.Place) bool { return last(x.Symbol) == last(name) })
	})
	if len(exact) > 0 {
		return exact
	}
	return found
}

// dependentsHint says how many projects depend on the only project of a question,
// "" if none does or the catalog does not know it.
func dependentsHint(ctx context.Context, projects *workspace.Projects) string {
	o := projects.Only()
	d := o.Workspace()
	if d.Catalog == nil {
		return ""
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return "" // the answer does not need a catalog
	}
	known, err := store.Find(ctx, o.Project.Root, d.Node)
	if err != nil {
		return ""
	}
	links, err := store.Links(ctx, catalog.LinkQuery{To: []catalog.ProjectID{known.ID}})
	if err != nil {
		return ""
	}
	from := map[catalog.ProjectID]bool{}
	for _, l := range links {
		from[l.From] = true
	}
	switch len(from) {
	case 0:
		return ""
	case 1:
		return "1 project depends on this one; --scope dependents includes it"
	}
	return fmt.Sprintf("%d projects depend on this one; --scope dependents includes them", len(from))
}
