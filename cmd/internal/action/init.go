package action

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// InitIn is what init takes.
type InitIn struct {
	Path      string   `json:"path,omitempty" param:"path/new"`
	Name      string   `json:"name,omitempty"`
	Languages []string `json:"languages,omitempty"`
	Exclude   []string `json:"exclude,omitempty"`
	Include   []string `json:"include,omitempty"`
	Rebuild   bool     `json:"rebuild,omitempty"`

	NoRegister bool `json:"no_register,omitempty"`
	tool.Common
}

// InitOut is the answer of init and sync.
type InitOut struct {
	*index.Report
}

// Incomplete implements Incomplete.
func (o InitOut) Incomplete() bool { return o.SkippedCounts[projectbase.SkipUnreadable] > 0 }

// Init creates or updates the index of a project.
func Init() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "init",
		Doc: `Index a project, or update its index
The index is the directory .codegraph/ of the project. Files that .gitignore names are skipped. Later
updates are automatic: each query picks up changed files first.`,
		Brief: "Index a project, once; later updates are automatic.",
		Hints: tool.Hints{Idempotent: true},
		Command: tool.Command{Group: tool.GroupBase, Example: `codegraph init
codegraph init ~/src/project --exclude '**/testdata/**' --language go --language python`},
	}, runInit, initText)
}

func runInit(ctx context.Context, d *workspace.Workspace, in InitIn) (InitOut, error) {
	path := in.Path
	if path == "" {
		path = in.Project
	}
	if path == "" {
		path = "."
	}
	dir, err := d.Directory(path)
	if err != nil {
		return InitOut{}, err
	}
	if err := checkLanguages(d, in.Languages); err != nil {
		return InitOut{}, err
	}
	if err := readable(dir); err != nil {
		return InitOut{}, err
	}
	p, err := d.Project(dir)
	if err != nil {
		return InitOut{}, err
	}
	report, err := d.Indexer.Init(ctx, p, index.InitOptions{Name: in.Name, Languages: in.Languages, Exclude: in.Exclude,
		Include: in.Include, Rebuild: in.Rebuild, Progress: d.Progress, Wait: d.Wait, Sibling: d.MayRead})
	if err != nil {
		return InitOut{}, err
	}
	if !in.NoRegister {
		if _, err := d.Register(ctx, p.Root); err != nil {
			// The project is indexed all the same.
			report.Warnings = append(report.Warnings, "the project was not entered in the catalog: "+err.Error())
		}
	}
	return InitOut{report}, nil
}

// readable tries whether a directory can be listed.
func readable(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("index %s: %w: %w", dir, projectbase.ErrUnreadable, err)
	}
	return f.Close()
}

func checkLanguages(d *workspace.Workspace, ids []string) error {
	known := d.Indexer.Languages.IDs()
	for _, id := range ids {
		if !slices.Contains(known, id) {
			return fmt.Errorf("%w: unknown language %q; use one of %s", projectbase.ErrUsage, id, strings.Join(known, ", "))
		}
	}
	return nil
}

func initText(o InitOut, p *tool.Page) {
	p.Line("%s: %s, %s, %s", query.Shown(o.ProjectName, 0), tool.Count(o.FilesIndexed, "file", "files"), tool.Count(o.ItemsFound, "item", "items"), tool.Milliseconds(o.DurationMS))
	p.Line("index: %s", query.Shown(o.CodegraphPath, 0))
	if o.FilesChanged != o.FilesIndexed || o.FilesRemoved > 0 {
		p.Line("changed: %d, removed: %d", o.FilesChanged, o.FilesRemoved)
	}
	if o.SeededFrom != "" {
		p.Line("seeded from the index of %s", query.Shown(o.SeededFrom, 0))
	}
	p.Line("languages: %s", tool.Tally(o.Languages))
	tool.SkippedText(p, o.SkippedCounts)
	for _, f := range o.Skipped {
		if p.Verbose || f.Reason == projectbase.SkipUnreadable {
			p.Line("  %s (%s)", query.Shown(string(f.Path), 0), f.Reason)
		}
	}
	for _, f := range o.Partial {
		p.Line("plain text only: %s (%s)", query.Shown(string(f.Path), 0), f.Reason)
	}
	for _, w := range o.Warnings {
		p.Line("warning: %s", query.Shown(w, 0))
	}
}
