package federation_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/scan"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/worker"
)

func TestMain(m *testing.M) {
	if worker.IsChild() {
		os.Exit(worker.Main(worker.Extraction(all.Set())))
	}
	os.Exit(m.Run())
}

const node = "here"

// hub is a catalog with real bases in a directory.
type hub struct {
	testing.TB
	dir     string
	store   catalog.Store
	indexer *index.Indexer
	pool    *federation.Pool
}

func newHub(t testing.TB) *hub {
	t.Helper()
	return openHub(t, t.TempDir(), filepath.Join(t.TempDir(), "catalog.db"))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (h *hub) write(name, text string) {
	h.Helper()
	path := filepath.Join(h.dir, name)
	must(h, os.MkdirAll(filepath.Dir(path), 0o755))
	must(h, os.WriteFile(path, []byte(text), 0o644))
}

func (h *hub) at(name string) index.Project {
	h.Helper()
	p, err := index.ProjectAt(filepath.Join(h.dir, name), settings.Locations{})
	must(h, err)
	return p
}

// add indexes a project with one Go file that declares the names, and enters it
// by its name as its id.
func (h *hub) add(name string, declared ...string) catalog.Project {
	h.Helper()
	text := "package p\n"
	for _, d := range declared {
		text += "\nfunc " + d + "() {}\n"
	}
	h.write(name+"/a.go", text)
	_, err := h.indexer.Init(h.Context(), h.at(name), index.InitOptions{})
	must(h, err)
	return h.enter(name, catalog.StateIndexed)
}

// enter enters a project that need not exist.
func (h *hub) enter(name string, s catalog.State, links ...catalog.ManualLink) catalog.Project {
	h.Helper()
	at := h.at(name)
	p := catalog.Project{ID: catalog.ProjectID(filepath.Base(name)), Place: catalog.Place{Node: node, Root: at.Root}, Name: filepath.Base(name), Base: at.Base, State: s}
	_, err := h.store.Enter(h.Context(), catalog.Entry{Project: p, Links: links})
	must(h, err)
	return p
}

// link makes links by hand from one project to others.
func (h *hub) link(from string, to ...string) {
	h.Helper()
	var links []catalog.ManualLink
	for _, name := range to {
		links = append(links, catalog.ManualLink{Root: filepath.Join(h.dir, name), To: catalog.ProjectID(filepath.Base(name))})
	}
	h.enter(from, catalog.StateIndexed, links...)
}

// engine asks without comparing bases with their files.
func (h *hub) engine() *federation.Engine {
	return &federation.Engine{Catalog: h.store, Pool: h.pool, Refresher: refresher{}, Budget: time.Minute}
}

func (h *hub) filters() *federation.Filters {
	return &federation.Filters{Catalog: h.store, Stat: scan.FileStamp, Now: later}
}

// later is past the time that a change needs to be told from the next one.
func later() time.Time { return time.Now().Add(5 * time.Second) }

type refresher struct{}

func (refresher) Refresh(context.Context, catalog.Project, *query.Index, time.Duration) (federation.State, error) {
	return federation.State{State: "fresh", Pending: []projectbase.Path{}}, nil
}

func (refresher) Renew(context.Context, catalog.Project) error { return projectbase.ErrOutdated }

// targets plans a scope as somebody in the project asker would.
func (h *hub) plan(asker, scope string) ([]federation.Target, []federation.Failure) {
	h.Helper()
	s, err := federation.ParseScope(scope)
	must(h, err)
	targets, failures, err := federation.Plan(h.Context(), h.store, federation.Asker{ID: catalog.ProjectID(asker), Node: node}, s)
	must(h, err)
	return targets, failures
}

// searchFor is the question for the places of a term.
func searchFor(term string, mode search.Mode) federation.Question[int] {
	q := search.Query{Term: term, Mode: mode, Bare: true}
	m, text := q.Needed()
	ask := catalog.TermQuery{Mode: catalog.TermContains, Text: text}
	switch m {
	case search.ModeExact:
		ask.Mode = catalog.TermExact
	case search.ModeStartsWith:
		ask.Mode = catalog.TermPrefix
	}
	return federation.Question[int]{Terms: ask, Answer: func(ctx context.Context, b federation.Open) (int, error) {
		q := q
		q.Nested = b.Target.Nested
		found, err := search.Run(ctx, b.Index, q)
		if err != nil {
			return 0, err
		}
		return found.Total, nil
	}}
}

// told returns the answers as "name=total", a passed project as "name-".
func told(parts []federation.Part[int]) []string {
	var list []string
	for _, p := range parts {
		if p.Passed {
			list = append(list, p.Target.Project.Name+"-")
			continue
		}
		list = append(list, fmt.Sprintf("%s=%d", p.Target.Project.Name, p.Answer))
	}
	return list
}

// failing is a catalog whose filters cannot be read or written.
type failing struct{ catalog.Store }

func (failing) Candidates(context.Context, catalog.TermQuery) (catalog.Candidates, error) {
	return catalog.Candidates{}, catalog.ErrBusy
}
