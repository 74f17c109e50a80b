package question

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// TreeIn is the input of tree.
type TreeIn struct {
	Path         string `json:"path,omitempty" param:"path/tree"`
	Depth        int    `json:"depth,omitempty" param:"depth/levels"`
	IncludeStats bool   `json:"include_stats,omitempty"`
	fanout.Scoped
}

// TreeOut is the answer of tree.
type TreeOut struct {
	Root      string                `json:"root,omitempty"` // of the only project, as the next two
	Entries   []report.Entry        `json:"entries"`
	Freshness projectbase.Freshness `json:"freshness,omitzero"`
	Trees     []ProjectTree         `json:"projects"`
	fanout.Envelope

	dir projectbase.Path
}

// ProjectTree is the tree of one project.
type ProjectTree struct {
	tool.ProjectAnswer
	Project string         `json:"project,omitempty"` // in a scope, as the next two
	Root    string         `json:"root,omitempty"`
	Entries []report.Entry `json:"entries,omitempty"`

	dir projectbase.Path
}

// Len implements tool.Listed.
func (o *TreeOut) Len() int { return len(o.Entries) + len(o.scope()) }

// First implements tool.Listed. An answer about a scope has no entries of its own.
func (o *TreeOut) First(n int, hint string) any {
	c := *o
	c.Cut(hint)
	if len(o.scope()) > 0 {
		c.Trees = o.Trees[:n]
	} else {
		c.Entries = o.Entries[:n]
	}
	return &c
}

// scope returns the trees of a scope.
func (o *TreeOut) scope() []ProjectTree {
	if o.Root != "" {
		return nil
	}
	return o.Trees
}

// Tree lists the indexed files.
func Tree() *tool.Spec {
	return fanout.Question[TreeIn, *tree, *TreeOut]{Spec: tool.Spec{
		Name: "tree",
		Doc: `List the indexed files and directories
Use it to see how a project is laid out, and what is indexed.`,
		Brief:   "Indexed files and directories. Use to see the layout.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph tree --depth 2\ncodegraph tree src --stats"},
	}, Check: checkTree, Ask: askTree, Merge: mergeTree, Join: joinTree, Text: treeText}.Tool()
}

func checkTree(in *TreeIn, _ *workspace.Workspace) error {
	if in.Depth < 0 {
		return fmt.Errorf("%w: depth %d is negative; 0 means all levels", projectbase.ErrUsage, in.Depth)
	}
	return nil
}

// tree has the files of one project below a directory.
type tree struct {
	dir     projectbase.Path
	entries []report.Entry
}

// askTree returns nil for a project of a scope that does not have the directory.
func askTree(ctx context.Context, o *workspace.Index, in *TreeIn) (*tree, error) {
	dir := projectbase.Path(".")
	if in.Path != "" {
		var err error
		if dir, err = o.File(in.Path); err != nil {
			return nil, err
		}
	}
	entries, err := report.ReadTree(ctx, o.Index, report.TreeOptions{Dir: dir, Depth: in.Depth, Stats: in.IncludeStats, Nested: o.Target.Nested})
	if !o.Alone && errors.Is(err, projectbase.ErrNotFound) {
		return nil, nil
	}
	return &tree{dir, entries}, err
}

func mergeTree(_ context.Context, a *fanout.Answers[TreeIn, *tree]) (*TreeOut, error) {
	out := &TreeOut{Entries: []report.Entry{}, Trees: []ProjectTree{}}
	for i := range a.Parts {
		p := &a.Parts[i]
		if p.Answer == nil {
			continue
		}
		p.Count = len(p.Answer.entries)
		out.Total += p.Count
		row := ProjectTree{ProjectAnswer: tool.ProjectAnswer{Name: p.Label, Matches: p.Count, Freshness: p.State}}
		root := p.Target.Project.Root
		if a.Only() {
			out.Root, out.Entries, out.Freshness, out.dir = root, p.Answer.entries, p.State, p.Answer.dir
		} else {
			row.Project, row.Root, row.Entries, row.dir = p.Label, root, p.Answer.entries, p.Answer.dir
		}
		out.Trees = append(out.Trees, row)
	}
	if len(out.Trees)+len(a.Failures)+len(a.Projects.Remote()) == 0 && len(a.Parts) > 0 {
		return nil, fmt.Errorf("%s in any project of the scope: %w", query.Shown(a.In.Path, 0), projectbase.ErrNotFound)
	}
	return out, nil
}

func joinTree(out, remote *TreeOut, in *TreeIn) {
	for _, t := range remote.Trees {
		t.dir = projectbase.Path(workspace.Relative(in.Path))
		out.Trees = append(out.Trees, t)
	}
}

func treeText(o *TreeOut, p *tool.Page) {
	p.More("lower depth or name a directory")
	if o.Root != "" {
		entriesText(o.Root, o.dir, o.Entries, p)
	}
	for _, t := range o.scope() {
		p.Project(query.Shown(t.Project, 0))
		entriesText(t.Root, t.dir, t.Entries, p)
		tool.PendingNote(p, t.Freshness)
	}
	projects := o.Projects
	if o.Root == "" {
		projects = nil // noted below each project
	}
	tool.Notes(p, o.Hints, o.Failures, projects)
}

// entriesText writes the entries of a project below a directory.
func entriesText(root string, dir projectbase.Path, entries []report.Entry, p *tool.Page) {
	above := 0
	if dir != "." {
		above = strings.Count(string(dir), "/") + 1
		p.Path(query.Shown(string(dir), 0) + "/")
	} else {
		p.Path(query.Shown(root, 0))
	}
	for _, e := range entries {
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
}
