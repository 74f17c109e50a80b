package question

import (
	"context"
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// TreeIn is what tree takes.
type TreeIn struct {
	Path         string `json:"path,omitempty" param:"path/tree"`
	Depth        int    `json:"depth,omitempty" param:"depth/levels"`
	IncludeStats bool   `json:"include_stats,omitempty"`
	Scope        string `json:"scope,omitempty"`
	MaxTokens    int    `json:"max_tokens,omitempty"`
	tool.Common
}

// TreeOut is the answer of tree.
type TreeOut struct {
	Project   string                `json:"project,omitempty"` // of one among several
	Root      string                `json:"root,omitempty"`    // the project's root
	Entries   []report.Entry        `json:"entries"`
	Freshness fresh.State           `json:"freshness,omitzero"`
	Projects  []*TreeOut            `json:"projects,omitempty"` // if a scope was given; then what is above is empty
	Failures  []tool.ProjectFailure `json:"failures,omitempty"`
	Truncated bool                  `json:"truncated,omitempty"` // cut to max_tokens
	Hint      string                `json:"hint,omitempty"`

	dir projectbase.Path // that was asked for
	tool.Limited
}

// Incomplete implements Incomplete.
func (o *TreeOut) Incomplete() bool { return len(o.Failures) > 0 }

// Tree returns the indexed files.
func Tree() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "tree",
		Doc: `List the indexed files and directories
Use it to see how a project is laid out, and what is indexed.`,
		Brief:   "Indexed files and directories. Use to see the layout.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph tree --depth 2\ncodegraph tree src --stats"},
	}, runTree, treeText)
}

func runTree(ctx context.Context, d *workspace.Workspace, in TreeIn) (*TreeOut, error) {
	if in.Depth < 0 {
		return nil, fmt.Errorf("%w: depth %d is negative; 0 means all levels", projectbase.ErrUsage, in.Depth)
	}
	s, err := workspace.ScopeOf(in.Scope, false)
	if err != nil {
		return nil, err
	}
	if !s.Alone() {
		return treeAcross(ctx, d, in, s)
	}
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	dir := projectbase.Path(".")
	if in.Path != "" {
		if dir, err = d.File(o.Project, in.Path); err != nil {
			return nil, err
		}
	}
	entries, err := report.ReadTree(ctx, o.Index, report.TreeOptions{Dir: dir, Depth: in.Depth, Stats: in.IncludeStats})
	if err != nil {
		return nil, err
	}
	return &TreeOut{Root: o.Project.Root, Entries: entries, Freshness: o.State, dir: dir, Limited: tool.Limit(o, in.MaxTokens)}, nil
}

func treeText(o *TreeOut, p *tool.Page) {
	p.More("lower depth or name a directory")
	if o.Root == "" {
		for _, one := range o.Projects {
			p.Project(query.Shown(one.Project, 0))
			treeText(one, p)
		}
		tool.Notes(p, "", o.Failures, nil)
		return
	}
	above := 0
	if o.dir != "." {
		above = strings.Count(string(o.dir), "/") + 1
		p.Path(query.Shown(string(o.dir), 0) + "/")
	} else {
		p.Path(query.Shown(o.Root, 0))
	}
	for _, e := range o.Entries {
		level := strings.Count(string(e.Path), "/") - above + 1
		text := strings.Repeat("  ", max(level, 1)) + query.Shown(e.Path.Base(), 0)
		if e.Type == "directory" {
			p.Path(fmt.Sprintf("%s/  (%s)", text, tool.Count(e.FileCount, "file", "files")))
			continue
		}
		if e.ItemCount != nil {
			text += fmt.Sprintf("  %d items, %d methods, %s", *e.ItemCount, *e.MethodCount, tool.Stamp(e.LastIndexed))
		}
		p.Hit("%s", text)
	}
	tool.PendingNote(p, o.Freshness)
}

// Len implements Listed.
func (o *TreeOut) Len() int { return len(o.Entries) + len(o.Projects) }

// First implements Listed. A tree of several projects has no entries of its own.
func (o *TreeOut) First(n int, hint string) any {
	c := *o
	c.Truncated, c.Hint = true, hint
	if len(o.Projects) > 0 {
		c.Projects = o.Projects[:n]
	} else {
		c.Entries = o.Entries[:n]
	}
	return &c
}
