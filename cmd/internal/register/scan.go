package register

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/scan"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// ScanIn is the input of scan.
type ScanIn struct {
	Path     string `json:"path" param:"path/search,required"`
	MaxDepth int    `json:"max_depth,omitempty"`
	Index    bool   `json:"index,omitempty"`
	Jobs     int    `json:"jobs,omitempty"`
	tool.Common
}

// ScanOut is the answer of scan.
type ScanOut struct {
	Projects    []ScanProject         `json:"projects"`
	Directories int                   `json:"directories_visited"`
	DurationMS  int64                 `json:"duration_ms"`
	Missing     []string              `json:"missing"` // roots of known projects that no longer exist
	Changed     int                   `json:"changed"` // new or changed entries of the catalog
	Failures    []tool.ProjectFailure `json:"failures"`
	Truncated   bool                  `json:"truncated,omitempty"` // cut to max_tokens
	Hint        string                `json:"hint,omitempty"`

	indexed bool // the scan also indexed new projects
}

// ScanProject is a project that a scan found.
type ScanProject struct {
	ID          catalog.ProjectID `json:"id,omitempty"`
	Name        string            `json:"name"`
	Path        string            `json:"path"`
	State       catalog.State     `json:"state"`
	Kind        catalog.Kind      `json:"kind"`
	Languages   map[string]int    `json:"languages,omitempty"`
	Files       int               `json:"files"`
	Items       int               `json:"items"`
	Packages    int               `json:"packages"`
	Links       int               `json:"links"`
	LastIndexed int64             `json:"last_indexed"`
	DurationMS  int64             `json:"duration_ms,omitempty"`
}

// Incomplete implements Incomplete.
func (o *ScanOut) Incomplete() bool { return len(o.Failures) > 0 }

// Scan finds projects and enters them in the catalog.
func Scan() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "scan",
		Doc: `Find the projects in a directory tree and enter them in the catalog
Projects are repositories, workspaces and directories with a manifest. Scan enters the packages that
indexed projects publish and require, and links the projects; with index it indexes new projects
first. It marks projects that no longer exist as missing.`,
		Brief:   "Find projects in a tree, enter them in the catalog and link them; may index them.",
		List:    true,
		Hints:   tool.Hints{Idempotent: true},
		Command: tool.Command{Group: tool.GroupHub, Example: "codegraph scan ~/Repos --index --jobs 2"},
	}, runScan, scanText)
}

func runScan(ctx context.Context, d *workspace.Workspace, in ScanIn) (*ScanOut, error) {
	if in.Path == "" {
		return nil, fmt.Errorf("%w: name a directory to look through", projectbase.ErrUsage)
	}
	if in.MaxDepth < 0 || in.Jobs < 0 {
		return nil, fmt.Errorf("%w: depth and jobs cannot be negative", projectbase.ErrUsage)
	}
	dir, err := d.Directory(in.Path)
	if err != nil {
		return nil, err
	}
	r, err := d.Registrar(ctx)
	if err != nil {
		return nil, err
	}
	o := scan.Options{Depth: in.MaxDepth, Jobs: min(in.Jobs, 4*runtime.GOMAXPROCS(0))}
	if in.Index {
		o.Index = func(ctx context.Context, root string) error { return indexNew(ctx, d, root) }
		if d.Progress != nil {
			o.Indexed = func(done, total int) { d.Progress(done, total, 0) }
		}
	}
	began := time.Now()
	result, err := r.Tree(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	out := &ScanOut{indexed: in.Index, Projects: []ScanProject{}, Directories: result.Visited, DurationMS: time.Since(began).Milliseconds(), Missing: []string{}, Failures: []tool.ProjectFailure{}}
	links, err := linkCounts(ctx, r.Catalog)
	if err != nil {
		return nil, err
	}
	for _, p := range result.Projects {
		out.add(p, links)
	}
	for _, p := range result.Missing {
		out.Missing = append(out.Missing, p.Root)
	}
	for _, u := range result.Unread {
		out.Failures = append(out.Failures, tool.ProjectFailure{File: u.Dir, Code: "unreadable", Message: fmt.Sprintf("%s cannot be read: %v", query.Shown(u.Dir, 0), u.Err)})
	}
	return out, nil
}

// indexNew creates the index of a project that a scan found.
func indexNew(ctx context.Context, d *workspace.Workspace, root string) error {
	p, err := d.Project(root)
	if err != nil {
		return err
	}
	_, err = d.Indexer.Init(ctx, p, index.InitOptions{Wait: d.Wait, Sibling: d.MayRead})
	return err
}

// linkCounts returns how many projects each project depends on.
func linkCounts(ctx context.Context, store catalog.Store) (map[catalog.ProjectID]int, error) {
	links, err := store.Links(ctx, catalog.LinkQuery{})
	if err != nil {
		return nil, err
	}
	type pair struct{ from, to catalog.ProjectID }
	seen := map[pair]bool{}
	counts := map[catalog.ProjectID]int{}
	for _, l := range links {
		if k := (pair{l.From, l.To}); !seen[k] {
			seen[k] = true
			counts[l.From]++
		}
	}
	return counts, nil
}

func (o *ScanOut) add(p scan.Project, links map[catalog.ProjectID]int) {
	row := ScanProject{ID: p.Entry.ID, Name: cmp.Or(p.Entry.Name, workspace.BaseName(p.Root)), Path: p.Root, State: p.State, Kind: p.Kind,
		Languages: p.Entry.Languages, Files: p.Entry.Files, Items: p.Entry.Items, Packages: p.Packages, Links: links[p.Entry.ID],
		LastIndexed: p.Entry.LastIndexed, DurationMS: p.Took.Milliseconds()}
	if p.Changed {
		o.Changed++
	}
	if p.Err != nil && !isNothing(p.Err) {
		told := tool.FailureOf(p.Err)
		o.Failures = append(o.Failures, tool.ProjectFailure{Project: row.Name, File: p.Root, Code: told.Code, Message: told.Message})
	}
	o.Projects = append(o.Projects, row)
}

func scanText(o *ScanOut, p *tool.Page) {
	t := tool.NewTable("project", "languages", "files", "items", "packages", "links", "state", "time")
	for _, r := range o.Projects {
		took := ""
		if r.DurationMS > 0 {
			took = tool.Milliseconds(r.DurationMS)
		}
		t.Row(query.Shown(r.Name, 40), tool.Mostly(r.Languages), fmt.Sprint(r.Files), fmt.Sprint(r.Items), fmt.Sprint(r.Packages), fmt.Sprint(r.Links), string(r.State), took)
	}
	t.Print(p)
	notIndexed := 0
	for _, r := range o.Projects {
		if r.State == catalog.StateNotIndexed {
			notIndexed++
		}
	}
	p.Note("%s in %s, %s", tool.Count(len(o.Projects), "project", "projects"), tool.Count(o.Directories, "directory", "directories"), tool.Milliseconds(o.DurationMS))
	if len(o.Projects) == 0 && len(o.Failures) == 0 {
		p.Hints("no repository, workspace or manifest found; ", projectbase.Suggest("index any directory as a project", "init", projectbase.Positional("path", "DIR")))
	}
	if notIndexed > 0 {
		if o.indexed {
			p.Note("%s not indexed: no supported source files, or indexing failed", tool.Count(notIndexed, "project is", "projects are"))
		} else {
			p.Hints(tool.Count(notIndexed, "project is", "projects are")+" not indexed; ", projectbase.Repeat("index them", projectbase.Flag("index", true)))
		}
	}
	for _, m := range o.Missing {
		p.Note("missing: %s", query.Shown(m, 0))
	}
	for _, f := range o.Failures {
		p.Note("failed: %s", f.Text())
	}
}

// Len implements Listed.
func (o *ScanOut) Len() int { return len(o.Projects) }

// First implements Listed.
func (o *ScanOut) First(n int, hint string) any {
	c := *o
	c.Projects, c.Truncated, c.Hint = o.Projects[:n], true, hint
	return &c
}

// isNothing reports whether a project has no supported source files, which is not
// a failure of the scan.
func isNothing(err error) bool { return errors.Is(err, projectbase.ErrNothing) }
