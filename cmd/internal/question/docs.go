package question

import (
	"context"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// DocsIn is the input of docs.
type DocsIn struct {
	Section string `json:"section,omitempty" param:"section/heading"`
	fanout.Scoped
}

// DocsOut is the answer of docs.
type DocsOut struct {
	*report.Docs               // of the only project
	AllDocs      []ProjectDocs `json:"projects"`
	fanout.Envelope
}

// ProjectDocs is the guidance of one project.
type ProjectDocs struct {
	tool.ProjectAnswer
	Project string `json:"project,omitempty"` // in a scope, as the next
	*report.Docs
}

// Docs shows the guidance that the people of a project wrote for assistants.
func Docs() *tool.Spec {
	return fanout.Question[DocsIn, text[*report.Docs], *DocsOut]{Spec: tool.Spec{
		Name: "docs",
		Doc: `Show the project's own guidance: its CLAUDE.md and AGENTS.md files
They are imported anew when one of them has changed.`,
		Brief:   "The project's own guidance (CLAUDE.md, AGENTS.md).",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAbout, Example: "codegraph docs\ncodegraph docs 'Build and test'"},
	}, Ask: func(ctx context.Context, o *workspace.Index, in *DocsIn) (text[*report.Docs], error) {
		return readText(ctx, o, func(x *query.Index) (*report.Docs, error) { return report.ReadDocs(x, in.Section) })
	}, Merge: mergeDocs, Join: func(out, remote *DocsOut, _ *DocsIn) {
		out.AllDocs = append(out.AllDocs, remote.AllDocs...)
	}, Text: func(o *DocsOut, p *tool.Page) {
		if o.Docs != nil {
			docsText(o.Docs, p)
		}
		for _, one := range o.AllDocs {
			if one.Docs != nil {
				p.Project(query.Shown(one.Project, 0))
				docsText(one.Docs, p)
			}
		}
		tool.Notes(p, o.Hints, o.Failures, nil)
	}}.Tool()
}

func mergeDocs(_ context.Context, a *fanout.Answers[DocsIn, text[*report.Docs]]) (*DocsOut, error) {
	out := &DocsOut{AllDocs: []ProjectDocs{}}
	for i := range a.Parts {
		p := &a.Parts[i]
		p.Count = len(p.Answer.value.Sources)
		out.Total += p.Count
		a.Hint("%s", p.Answer.hint)
		row := ProjectDocs{ProjectAnswer: tool.ProjectAnswer{Name: p.Label, Matches: p.Count, Freshness: p.State}}
		if a.Only() {
			out.Docs = p.Answer.value
		} else {
			row.Project, row.Docs = p.Label, p.Answer.value
		}
		out.AllDocs = append(out.AllDocs, row)
	}
	return out, nil
}

func docsText(d *report.Docs, p *tool.Page) {
	if d.Content == "" {
		p.Line("the project has no CLAUDE.md or AGENTS.md")
	}
	p.Block(d.Content)
}
