package action

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// DescribeIn is what describe takes.
type DescribeIn struct {
	Section string `json:"section" param:",required"`
	Content string `json:"content" param:",required"`
	Title   string `json:"title,omitempty"`
	Replace bool   `json:"replace,omitempty"`
	tool.Common
}

// DescribeOut is the answer of describe.
type DescribeOut struct {
	Success bool   `json:"success"`
	Section string `json:"section"`
}

// DescribeSections returns the sections that describe takes.
func DescribeSections() []string {
	for _, f := range Describe().Parameters() {
		if f.Name == "section" {
			return f.Enum
		}
	}
	return nil
}

// Describe extends the summary of a project.
func Describe() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "describe",
		Doc: `Add text to a section of the project's summary
The text is appended, or replaces the whole section. Generated parts do not change.`,
		Brief:   "Add your findings to the project's summary.",
		Hints:   tool.Hints{Destructive: true},
		Command: tool.Command{Group: tool.GroupAbout, Example: "codegraph describe purpose '3D tornado simulation for weather data'"},
	}, runDescribe, func(o DescribeOut, p *tool.Page) { p.Line("section %s is written", o.Section) })
}

func runDescribe(ctx context.Context, d *workspace.Workspace, in DescribeIn) (DescribeOut, error) {
	switch {
	case !slices.Contains(DescribeSections(), in.Section):
		return DescribeOut{}, fmt.Errorf("%w: unknown section %q; known are %s", projectbase.ErrUsage, in.Section, strings.Join(DescribeSections(), ", "))
	case strings.TrimSpace(in.Content) == "":
		return DescribeOut{}, fmt.Errorf("%w: the text is empty", projectbase.ErrUsage)
	case in.Title != "" && in.Section != "custom":
		return DescribeOut{}, fmt.Errorf("%w: only a custom section has a title", projectbase.ErrUsage)
	}
	p, err := d.Find(in.Project)
	if err != nil {
		return DescribeOut{}, err
	}
	if err := d.Indexer.Describe(ctx, p, in.Section, in.Title, in.Content, in.Replace, d.Wait); err != nil {
		return DescribeOut{}, err
	}
	return DescribeOut{true, in.Section}, nil
}

// UpdateDocsIn is what update_docs takes.
type UpdateDocsIn struct {
	tool.Common
}

// UpdateDocsOut is the answer of update_docs.
type UpdateDocsOut struct {
	Success bool     `json:"success"`
	Sources []string `json:"sources"` // paths of the imported files
}

// UpdateDocs imports the project's CLAUDE.md and AGENTS.md files again.
func UpdateDocs() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "update_docs",
		Doc: `Import the project's CLAUDE.md and AGENTS.md files again
The files themselves do not change. The generated parts of the summary are updated too.`,
		Brief:   "Import edited CLAUDE.md and AGENTS.md files again.",
		Hints:   tool.Hints{Idempotent: true},
		Command: tool.Command{Group: tool.GroupAbout, Example: "codegraph update-docs"},
	}, runUpdateDocs, func(o UpdateDocsOut, p *tool.Page) {
		p.Line("imported %s", tool.Count(len(o.Sources), "file", "files"))
		for _, s := range o.Sources {
			p.Hit("  %s", s)
		}
	})
}

func runUpdateDocs(ctx context.Context, d *workspace.Workspace, in UpdateDocsIn) (UpdateDocsOut, error) {
	p, err := d.Find(in.Project)
	if err != nil {
		return UpdateDocsOut{}, err
	}
	if _, err := d.Indexer.Sync(ctx, p, index.SyncOptions{Wait: d.Wait, NoSummary: true}); err != nil {
		return UpdateDocsOut{}, err
	}
	if err := d.Indexer.Summarise(ctx, p, d.Wait); err != nil {
		return UpdateDocsOut{}, err
	}
	b, err := query.Open(ctx, p.Base, p.Root, d.Indexer.Languages)
	if err != nil {
		return UpdateDocsOut{}, err
	}
	defer b.Close()
	docs, err := report.ReadDocs(b, "")
	if err != nil {
		return UpdateDocsOut{}, err
	}
	return UpdateDocsOut{true, docs.Sources}, nil
}
