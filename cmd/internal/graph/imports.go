package graph

import (
	"context"
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/graph"
)

// ImportsIn is what imports and importers take.
type ImportsIn struct {
	File      string `json:"file" param:",required"`
	Depth     *int   `json:"depth,omitempty" param:",default=1"`
	Limit     *int   `json:"limit,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Drawn
}

// ImportsOut is the answer of imports and importers.
type ImportsOut struct {
	*graph.FileLinks
	Truncated bool        `json:"truncated"`
	Freshness fresh.State `json:"freshness"`
	Hint      string      `json:"hint"`

	tool.Limited
	format string
	up     bool
}

// Len implements Listed.
func (o *ImportsOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *ImportsOut) First(n int, hint string) any {
	c := *o
	l := *o.FileLinks
	l.Matches = l.Matches[:n]
	c.FileLinks, c.Truncated, c.Hint = &l, true, tool.JoinHints(o.Hint, hint)
	return &c
}

// Imports returns what a file needs of others.
func Imports() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "imports",
		Doc: `Show which files and packages a file needs
By what its references lead to, and by what its import statements name.`,
		Brief:   "Which files and packages a file needs.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph imports src/engine.ts\ncodegraph imports src/engine.ts --depth 0 --format dot"},
	}, func(ctx context.Context, d *workspace.Workspace, in ImportsIn) (*ImportsOut, error) {
		return runImports(ctx, d, in, false)
	}, importsText)
}

// Importers returns what needs a file.
func Importers() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "importers",
		Doc: `Show which files need a file
By references that lead to what it declares, and by import statements that name it.`,
		Brief:   "Which files need a file.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph importers src/engine.ts --depth 2"},
	}, func(ctx context.Context, d *workspace.Workspace, in ImportsIn) (*ImportsOut, error) {
		return runImports(ctx, d, in, true)
	}, importsText)
}

func runImports(ctx context.Context, d *workspace.Workspace, in ImportsIn, up bool) (*ImportsOut, error) {
	q := graph.FilesOf{Up: up}
	var err error
	if q.Depth, q.Limit, err = tool.Bounds(in.Depth, in.Limit, 1); err != nil {
		return nil, err
	}
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	if q.File, err = d.File(o.Project, in.File); err != nil {
		return nil, err
	}
	found, err := graph.ReadFileLinks(ctx, o.Index, q)
	if err != nil {
		return nil, err
	}
	return &ImportsOut{FileLinks: found, Truncated: len(found.Matches) < found.Total, Freshness: o.State, Limited: tool.Limit(o, in.MaxTokens),
		format: in.Format, up: up}, nil
}

func importsText(o *ImportsOut, p *tool.Page) {
	if o.format == tool.FormatMermaid || o.format == tool.FormatDot {
		p.Block(o.draw())
		return
	}
	what := "needs"
	if o.up {
		what = "is needed by"
	}
	p.More("lower depth, or give a limit")
	p.Line("%s %s %s%s", query.Shown(string(o.File), 0), what, countFiles(o), ended(o.TerminatedBy))
	for i := range o.Matches {
		p.Hit("  %s", fileLinkText(&o.Matches[i]))
	}
	if n := o.Total - len(o.Matches); n > 0 {
		p.Beyond(n)
		p.Note("... %d more; raise limit", n)
	}
	if len(o.Unresolved) > 0 {
		var names []string
		for _, u := range o.Unresolved {
			names = append(names, fmt.Sprintf("%s (line %d)", query.Shown(u.Module, 0), u.LineNumber))
		}
		p.Note("imported, but nothing of it is known to be used: %s", strings.Join(names, ", "))
	}
	tool.Notes(p, o.Hint, nil, nil)
	tool.PendingNote(p, o.Freshness)
}

func countFiles(o *ImportsOut) string {
	packages := 0
	for i := range o.Matches {
		if o.Matches[i].Package != "" {
			packages++
		}
	}
	text := tool.Count(o.Total-packages, "file", "files")
	if packages > 0 {
		text += " and " + tool.Count(packages, "package", "packages")
	}
	return text
}

func fileLinkText(l *graph.FileLink) string {
	name := string(l.File)
	if l.Package != "" {
		name = "package " + l.Package
	}
	text := query.Shown(name, 0)
	if l.Depth > 1 {
		text += fmt.Sprintf(", step %d", l.Depth)
	}
	if len(l.Names) > 0 {
		text += fmt.Sprintf("  line %d: %s", l.LineNumber, query.Shown(strings.Join(l.Names, " "), 0))
	}
	if l.Tier != projectbase.TierExact.String() && l.Package == "" {
		text += ", " + l.Tier
	}
	if l.Test {
		text += ", test"
	}
	return text
}

// draw draws the files: an arrow leads from what needs to what is needed.
func (o *ImportsOut) draw() string {
	d := tool.NewDrawing()
	d.Node(string(o.File), string(o.File))
	for i := range o.Matches {
		m := &o.Matches[i]
		name := string(m.File)
		if m.Package != "" {
			name = m.Package
		}
		here, there := d.Node(name, name), d.Node(string(m.From), string(m.From))
		e := tool.DrawnEdge{From: there, To: here}
		if o.up {
			e.From, e.To = here, there
		}
		d.Edge(e)
	}
	return d.Text(o.format)
}
