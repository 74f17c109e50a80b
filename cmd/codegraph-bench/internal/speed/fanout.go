package speed

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/scan"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/worker"
)

// fanout measures a query over many projects with watched, up-to-date indexes.
type fanout struct {
	dir    string // scratch
	runs   int
	report *report.Results

	n       int
	catalog string // its file
}

const (
	needle      = "NeedleInThree" // declared in three projects: the first, the middle one and the last
	FileCount   = 24              // files of a generated project
	funcsOfFile = 30
	asked       = 40 // queries in a run
)

// measureProjects measures n generated projects.
func measureProjects(ctx context.Context, scratch string, n, runs int) (*report.Results, error) {
	f := &fanout{dir: filepath.Join(scratch, fmt.Sprint("projects", n)), runs: runs, n: n, catalog: filepath.Join(scratch, fmt.Sprint("catalog", n, ".db")),
		report: &report.Results{Directory: fmt.Sprintf("%d generated projects", n), Files: n*FileCount + 3}}
	if err := f.generate(ctx); err != nil {
		return nil, err
	}
	warm, err := f.open(ctx)
	if err != nil {
		return nil, err
	}
	defer warm.close()
	for _, step := range []struct {
		what    string
		target  float64
		filters bool
		cold    bool
	}{{"exact, warm, with filters", 5, true, false}, {"exact, warm, without filters", 0, false, false},
		{"exact, cold, with filters", 60, true, true}, {"exact, cold, without filters", 0, false, true}} {
		if err := f.ask(ctx, warm, step.what, step.target, step.filters, step.cold); err != nil {
			return nil, err
		}
	}
	return f.report, f.ripgrep(ctx)
}

// generate writes and indexes one project, copies it n times, and indexes the copies with
// the needle again.
func (f *fanout) generate(ctx context.Context) error {
	parsers, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set())})
	if err != nil {
		return err
	}
	defer parsers.Close()
	x := &index.Indexer{Languages: all.Set(), Parsers: parsers}
	h, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer h.close()
	model := filepath.Join(f.dir, "model")
	for i := range FileCount {
		text := SourceOf(i)
		f.report.Bytes += int64(len(text)) * int64(f.n)
		if err := WriteFile(filepath.Join(model, fmt.Sprintf("pkg%d", i%4), fmt.Sprintf("file%d.go", i)), text); err != nil {
			return err
		}
	}
	p, err := index.ProjectAt(model, settings.Locations{})
	if err != nil {
		return err
	}
	if _, err := x.Init(ctx, p, index.InitOptions{}); err != nil {
		return err
	}
	for i := range f.n {
		root := filepath.Join(f.dir, fmt.Sprintf("p%04d", i))
		p, err := index.ProjectAt(root, settings.Locations{})
		if err != nil {
			return err
		}
		if err := os.CopyFS(root, os.DirFS(model)); err != nil {
			return err
		}
		if i == f.n/2 || i == f.n-1 || i == 0 {
			if err := WriteFile(filepath.Join(root, "needle.go"), "package p\n\nfunc "+needle+"() {}\n"); err != nil {
				return err
			}
			if _, err := x.Init(ctx, p, index.InitOptions{}); err != nil {
				return err
			}
		}
		entry := catalog.Project{ID: catalog.ProjectID(filepath.Base(root)), Place: catalog.Place{Node: "bench", Root: root}, Name: filepath.Base(root), Base: p.Base, State: catalog.StateIndexed}
		if _, err := h.store.Enter(ctx, catalog.Entry{Project: entry}); err != nil {
			return err
		}
	}
	return os.RemoveAll(model)
}

func WriteFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// SourceOf returns the text of a file of about 200 lines.
func SourceOf(file int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Package pkg%d holds generated code.\npackage pkg%d\n", file%4, file%4)
	for i := range funcsOfFile {
		fmt.Fprintf(&b, "\n// Handle%dOf%d answers request number %d.\nfunc Handle%dOf%d(request int) string {\n\tif request > limit%d {\n\t\treturn render%d(request)\n\t}\n\treturn \"nothing\"\n}\n", i, file, i, i, file, i, file)
	}
	return b.String()
}

// asker is the state that a server keeps between queries.
type asker struct {
	store *sqlstore.Store
	pool  *federation.Pool
}

func (f *fanout) open(ctx context.Context) (*asker, error) {
	store, err := sqlstore.Open(ctx, sqlstore.Options{Path: f.catalog})
	if err != nil {
		return nil, err
	}
	return &asker{store, federation.NewPool(256, all.Set())}, nil
}

func (a *asker) close() {
	_ = a.pool.Close()
	_ = a.store.Close()
}

// watched reports every index as up to date.
type watched struct{}

func (watched) Refresh(context.Context, catalog.Project, *query.Index, time.Duration) (federation.State, error) {
	return federation.State{State: "fresh", Pending: []projectbase.Path{}}, nil
}

func (watched) Renew(context.Context, catalog.Project) error { return projectbase.ErrOutdated }

// question plans and runs one query and returns the total.
func (a *asker) question(ctx context.Context, filters bool) (int, error) {
	e := &federation.Engine{Catalog: a.store, Pool: a.pool, Refresher: watched{}, Budget: time.Minute}
	if filters {
		// The indexes are new, and filters count only after two seconds.
		e.Filters = &federation.Filters{Catalog: a.store, Stat: scan.FileStamp, Now: func() time.Time { return time.Now().Add(10 * time.Second) }}
	}
	targets, failures, err := federation.Plan(ctx, a.store, federation.Asker{Node: "bench"}, federation.Scope{Kind: federation.ScopeAll})
	if err != nil || len(failures) > 0 {
		return 0, fmt.Errorf("plan: %v: %w", failures, err)
	}
	q := search.Query{Term: needle, Bare: true, Limit: 100}
	parts, failures, err := federation.Ask(ctx, e, targets, federation.Question[int]{Terms: catalog.TermQuery{Mode: catalog.TermExact, Text: projectbase.Fold(needle)},
		Answer: func(ctx context.Context, b federation.Open) (int, error) {
			found, err := search.Run(ctx, b.Index, q)
			if err != nil {
				return 0, err
			}
			return found.Total, nil
		}})
	if err != nil || len(failures) > 0 {
		return 0, fmt.Errorf("ask: %v: %w", failures, err)
	}
	total := 0
	for _, p := range parts {
		total += p.Answer
	}
	return total, nil
}

func (f *fanout) ask(ctx context.Context, warm *asker, what string, target float64, filters, cold bool) error {
	count := asked
	if cold || !filters {
		count = 5
	}
	var p95, p50 []float64
	for run := range f.runs + 1 {
		var took []float64
		for range count {
			from := time.Now()
			a := warm
			if cold {
				var err error
				if a, err = f.open(ctx); err != nil {
					return err
				}
			}
			total, err := a.question(ctx, filters)
			took = append(took, time.Since(from).Seconds()*1000)
			if cold {
				a.close()
			}
			if err != nil || total != 3 {
				return fmt.Errorf("%s: %d matches: %w", what, total, err)
			}
		}
		if run == 0 {
			continue // warms up filters and caches
		}
		slices.Sort(took)
		p95, p50 = append(p95, report.Quantile(took, 0.95)), append(p50, report.Quantile(took, 0.5))
	}
	f.report.Add(what+", p95", "ms", target, p95, "p50 %.2f ms; planning included; the term is in 3 of %d projects; cold: catalog and bases are opened, the system's caches are warm", report.Median(p50), f.n)
	return nil
}

// ripgrep searches the same trees, if ripgrep is installed.
func (f *fanout) ripgrep(ctx context.Context) error {
	rg, err := exec.LookPath("rg")
	if err != nil {
		return nil
	}
	var took []float64
	for range f.runs + 1 {
		from := time.Now()
		if out, err := exec.CommandContext(ctx, rg, "--count-matches", "-w", needle, f.dir).CombinedOutput(); err != nil {
			return fmt.Errorf("rg: %w: %s", err, out)
		}
		took = append(took, time.Since(from).Seconds()*1000)
	}
	f.report.Add("ripgrep, the same trees", "ms", 0, took[1:], "start of the process to its end, files in the system's cache")
	return nil
}
