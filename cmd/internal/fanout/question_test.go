package fanout_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query/querytest"
	"codegraph/projectbase/query/search"
)

type linesIn struct {
	Term string `json:"term"`
	fanout.Scoped
}

type linesOut struct {
	Lines []string `json:"lines"`
	fanout.Envelope
}

// linesQuestion lists the files and lines of a term.
func linesQuestion() fanout.Question[linesIn, []search.Match, *linesOut] {
	return fanout.Question[linesIn, []search.Match, *linesOut]{
		Spec: tool.Spec{Name: "lines", Doc: "List lines", List: true},
		Ask: func(ctx context.Context, o *workspace.Index, in *linesIn) ([]search.Match, error) {
			found, err := search.Run(ctx, o.Index, search.Query{Term: in.Term})
			if err != nil {
				return nil, err
			}
			return found.Matches, nil
		},
		Merge: func(_ context.Context, a *fanout.Answers[linesIn, []search.Match]) (*linesOut, error) {
			out := &linesOut{}
			for i := range a.Parts {
				p := &a.Parts[i]
				p.Count = len(p.Answer)
				out.Total += p.Count
				for _, m := range p.Answer {
					out.Lines = append(out.Lines, p.Label+" "+string(m.File))
				}
			}
			if out.Total == 0 {
				a.Hints(projectbase.Suggest("no line has the term", "tree"))
			}
			return out, nil
		},
		Join: func(out, remote *linesOut, _ *linesIn) { out.Lines = append(out.Lines, remote.Lines...) },
		Text: func(o *linesOut, p *tool.Page) { p.Hints("", o.Hints...) },
	}
}

// machines are a machine with the projects app and lib, and a service with the
// project far. Both use one catalog.
type machines struct {
	store          *sqlstore.Store
	local, service *workspace.Workspace
	calls          int
	down           error // of the service
}

func (m *machines) Host() string { return "service.example" }

// Call runs the tool on the service, with its input and output as JSON.
func (m *machines) Call(ctx context.Context, _ string, arguments, out any) error {
	m.calls++
	if m.down != nil {
		return m.down
	}
	var in linesIn
	if err := convert(arguments, &in); err != nil {
		return err
	}
	found, err := linesQuestion().Tool().Run(ctx, m.service, &in)
	if err != nil {
		return err
	}
	return convert(found, out)
}

func convert(from, to any) error {
	data, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, to)
}

func mustMachines(t *testing.T) *machines {
	t.Helper()
	store, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "catalog.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	m := &machines{store: store}
	at := func(node string) *workspace.Workspace {
		pool := federation.NewPool(4, all.Set())
		t.Cleanup(func() { pool.Close() })
		return &workspace.Workspace{Dir: t.TempDir(), CatalogAccess: workspace.CatalogAccess{Node: node, Pool: pool,
			Catalog: func(context.Context) (catalog.Store, error) { return store, nil },
			Stat:    func(string) (catalog.FileStamp, error) { return catalog.FileStamp{}, nil }}}
	}
	m.local, m.service = at("laptop"), at("service")
	m.local.Service = m
	for _, x := range [][2]string{{"app", "laptop"}, {"lib", "laptop"}, {"far", "service"}} {
		root := querytest.MustIndex(t, map[string]querytest.File{x[0] + ".x": {Text: "type Widget\n"}}).Root()
		m.mustEnter(t, x[0], x[1], root)
	}
	return m
}

func (m *machines) mustEnter(t *testing.T, name, node, root string) {
	t.Helper()
	p := catalog.Project{ID: catalog.ProjectID("id-" + name), Place: catalog.Place{Node: node, Root: root}, Base: filepath.Join(root, ".codegraph"),
		Name: name, State: catalog.StateIndexed, Files: 1}
	if _, err := m.store.Enter(t.Context(), catalog.Entry{Project: p}); err != nil {
		t.Fatal(err)
	}
}

func (m *machines) ask(t *testing.T, q fanout.Question[linesIn, []search.Match, *linesOut], in linesIn) *linesOut {
	t.Helper()
	out, err := q.Tool().Run(t.Context(), m.local, &in)
	if err != nil {
		t.Fatal(err)
	}
	return out.(*linesOut)
}

func scoped(term, scope string) linesIn {
	return linesIn{Term: term, Scoped: fanout.Scoped{Scope: scope}}
}

// check compares an answer. failures are "PROJECT CODE".
func check(t *testing.T, out *linesOut, lines []string, failures ...string) {
	t.Helper()
	var rows []string
	for _, f := range out.Failures {
		rows = append(rows, f.Project+" "+f.Code)
	}
	slices.Sort(rows)
	slices.Sort(out.Lines)
	if !slices.Equal(out.Lines, lines) || out.Total != len(lines) || !slices.Equal(rows, failures) || out.Complete != (len(failures) == 0) {
		t.Errorf("lines %q of %d, failures %q, complete %t; want %q, failures %q", out.Lines, out.Total, rows, out.Complete, lines, failures)
	}
}

func TestMergeLocalAndRemote(t *testing.T) {
	m := mustMachines(t)
	out := m.ask(t, linesQuestion(), scoped("Widget", "all"))
	check(t, out, []string{"app app.x", "far far.x", "lib lib.x"})
	if m.calls != 1 || len(out.Projects) != 3 || slices.ContainsFunc(out.Projects, func(p tool.ProjectAnswer) bool { return p.Matches != 1 }) {
		t.Errorf("%d requests, projects %+v", m.calls, out.Projects)
	}
	check(t, m.ask(t, linesQuestion(), scoped("Widget", "app,lib")), []string{"app app.x", "lib lib.x"})
	if m.calls != 1 {
		t.Errorf("%d requests after a scope of local projects", m.calls)
	}
}

func TestMergeFailures(t *testing.T) {
	m := mustMachines(t)
	m.mustEnter(t, "gone", "laptop", filepath.Join(t.TempDir(), "gone"))
	check(t, m.ask(t, linesQuestion(), scoped("Widget", "all")), []string{"app app.x", "far far.x", "lib lib.x"}, "gone missing")

	m.down = errors.New("no route")
	out := m.ask(t, linesQuestion(), scoped("Widget", "app,far"))
	check(t, out, []string{"app app.x"}, "far internal")
	if !strings.Contains(out.Failures[0].Message, "service.example") {
		t.Errorf("the message does not name the service: %q", out.Failures[0].Message)
	}

	q := linesQuestion()
	q.Join = nil
	m.calls = 0
	check(t, m.ask(t, q, scoped("Widget", "app,far")), []string{"app app.x"}, "far not_allowed")
	if m.calls != 0 {
		t.Error("a question without Join called the service")
	}
}

func TestEnvelopeHintsAndTokens(t *testing.T) {
	m := mustMachines(t)
	in := scoped("nothing", "all")
	in.MaxTokens = 50
	out := m.ask(t, linesQuestion(), in)
	check(t, out, nil)
	// One hint of this machine, one of the service.
	if len(out.Hints) != 2 || out.Hints[1].Tool != "codegraph_tree" || out.Hint != tool.HintsText(out.Hints) {
		t.Errorf("hints %+v, joined %q", out.Hints, out.Hint)
	}
	if out.TokenLimit() != 50 {
		t.Errorf("limit of %d tokens, want 50", out.TokenLimit())
	}
	if out := m.ask(t, linesQuestion(), scoped("Widget", "all")); out.Hints == nil || len(out.Hints) != 0 || out.TokenLimit() != 0 {
		t.Errorf("hints %#v, limit of %d tokens; want an empty list and no limit", out.Hints, out.TokenLimit())
	}
	out.Cut("the rest: --limit 100")
	if !out.Truncated || len(out.Hints) != 3 || !strings.HasSuffix(out.Hint, "the rest: --limit 100") {
		t.Errorf("after a cut: truncated %t, hint %q", out.Truncated, out.Hint)
	}
}

func TestEmptyScope(t *testing.T) {
	m := mustMachines(t)
	in := scoped("Widget", "glob:zz*")
	if out, err := linesQuestion().Tool().Run(t.Context(), m.local, &in); !errors.Is(err, projectbase.ErrNotFound) {
		t.Errorf("answer %+v, error %v; want not found", out, err)
	}
}
