package graph

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
	"codegraph/projectbase/query/graph"
)

// ImportsIn is the input of imports and importers.
type ImportsIn struct {
	File  string `json:"file" param:",required"`
	Depth *int   `json:"depth,omitempty" param:",default=1"`
	Limit *int   `json:"limit,omitempty"`
	Drawn

	query graph.FilesOf
}

// ImportsOut is the answer of imports and importers.
type ImportsOut struct {
	File         projectbase.Path         `json:"file"`
	Matches      []graph.FileLink         `json:"matches"`
	TerminatedBy string                   `json:"terminated_by"`
	Unresolved   []graph.UnresolvedImport `json:"unresolved"`         // imports that lead to no file and no package
	Freshness    projectbase.Freshness    `json:"freshness,omitzero"` // of the only project
	fanout.Envelope

	format string
	up     bool
}

// Len implements Listed.
func (o *ImportsOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *ImportsOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Cut(hint)
	return &c
}

// Imports returns the files and packages that a file imports or uses.
func Imports() *tool.Spec {
	return importsQuestion(tool.Spec{
		Name: "imports",
		Doc: `Show which files and packages a file needs
These are the targets of its references and of its import statements.`,
		Brief:   "Which files and packages a file needs.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph imports src/engine.ts\ncodegraph imports src/engine.ts --depth 0 --format dot"},
	}, false)
}

// Importers returns the files that import or use a file.
func Importers() *tool.Spec {
	return importsQuestion(tool.Spec{
		Name: "importers",
		Doc: `Show which files need a file
These are the files with references to its symbols, or with import statements that name it.`,
		Brief:   "Which files need a file.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph importers src/engine.ts --depth 2"},
	}, true)
}

func importsQuestion(spec tool.Spec, up bool) *tool.Spec {
	return fanout.Question[ImportsIn, *graph.FileLinks, *ImportsOut]{Spec: spec,
		Check: func(in *ImportsIn, _ *workspace.Workspace) (err error) {
			in.query.Up = up
			in.query.Depth, in.query.Limit, err = tool.Bounds(in.Depth, in.Limit, 1)
			return err
		},
		Ask: askImports, Merge: mergeImports, Join: joinImports, Text: importsText}.Tool()
}

// askImports asks one index; nil if a project of a scope does not have the file.
func askImports(ctx context.Context, o *workspace.Index, in *ImportsIn) (*graph.FileLinks, error) {
	q := in.query
	var err error
	if q.File, err = o.File(in.File); err != nil {
		return nil, err
	}
	found, err := graph.ReadFileLinks(ctx, o.Index, q)
	if !o.Alone && errors.Is(err, projectbase.ErrNotFound) {
		return nil, nil
	}
	return found, err
}

// mergeImports joins the links of all projects that have a file of this path.
func mergeImports(_ context.Context, a *fanout.Answers[ImportsIn, *graph.FileLinks]) (*ImportsOut, error) {
	out := &ImportsOut{File: projectbase.Path(a.In.File), Matches: []graph.FileLink{}, TerminatedBy: graph.EndExhausted,
		Unresolved: []graph.UnresolvedImport{}, format: a.In.Format, up: a.In.query.Up}
	known := false
	for i := range a.Parts {
		p := &a.Parts[i]
		if p.Answer == nil {
			continue
		}
		label := labelOf(a, i)
		for i := range p.Answer.Matches {
			p.Answer.Matches[i].Project = label
		}
		known = true
		p.Count = p.Answer.Total
		out.File = p.Answer.File
		out.Total += p.Answer.Total
		out.Matches = append(out.Matches, p.Answer.Matches...)
		out.Unresolved = append(out.Unresolved, p.Answer.Unresolved...)
		if p.Answer.TerminatedBy != graph.EndExhausted {
			out.TerminatedBy = p.Answer.TerminatedBy
		}
	}
	if !known && len(a.Failures)+len(a.Projects.Remote()) == 0 {
		return nil, fmt.Errorf("%s in %s: %w", query.Shown(a.In.File, 0), tool.Count(len(a.Parts), "project", "projects"), projectbase.ErrNotFound)
	}
	if a.Only() {
		out.Freshness = a.Parts[0].State
	}
	out.cut(a.In.query.Limit)
	return out, nil
}

// cut applies the limit to the links of several projects.
func (o *ImportsOut) cut(limit int) {
	if limit > 0 && len(o.Matches) > limit {
		o.Matches, o.TerminatedBy = o.Matches[:limit], graph.EndLimit
	}
	o.Truncated = len(o.Matches) < o.Total
}

// joinImports adds the answer of the service.
func joinImports(out, remote *ImportsOut, in *ImportsIn) {
	out.Matches = append(out.Matches, remote.Matches...)
	out.Unresolved = append(out.Unresolved, remote.Unresolved...)
	out.cut(in.query.Limit)
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
	p.Line("%s %s %s%s", query.Shown(string(o.File), 0), what, countFiles(o), ended(o.TerminatedBy, raiseDepth, p))
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
		p.Note("imported without a known use: %s", strings.Join(names, ", "))
	}
	tool.Notes(p, o.Hints, o.Failures, o.Projects)
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
	if l.Project != "" {
		text += "  in " + query.Shown(l.Project, 0)
	}
	return text
}

// draw draws the files: an arrow leads from a file to the file that it needs.
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
