package question

import (
	"context"
	"errors"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// SummaryIn is what summary takes.
type SummaryIn struct {
	Scope     string `json:"scope,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Common
}

// SummaryOut is the answer of summary.
type SummaryOut struct {
	*report.Summary
	Freshness fresh.State           `json:"freshness,omitzero"`
	Hint      string                `json:"hint,omitempty"`
	Project   string                `json:"project,omitempty"`  // of one among several
	Projects  []SummaryOut          `json:"projects,omitempty"` // if a scope was given; then what is above is absent
	Failures  []tool.ProjectFailure `json:"failures,omitempty"`

	tool.Limited
}

// Incomplete implements Incomplete.
func (o SummaryOut) Incomplete() bool { return len(o.Failures) > 0 }

// Summary returns what the project is.
func Summary() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "summary",
		Doc: `Show what the project is: entry points, main types, dependencies, layout
Use it first in a project that you do not know. People's own words in it are kept.`,
		Brief:   "What the project is: purpose, entry points, main types, layout. Use first in an unknown project.",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAbout, Example: "codegraph summary"},
	}, runSummary, func(o SummaryOut, p *tool.Page) {
		for _, one := range o.Projects {
			p.Project(query.Shown(one.Project, 0))
			p.Block(one.Content)
		}
		if o.Summary != nil {
			p.Block(o.Content)
		}
		tool.Notes(p, o.Hint, o.Failures, nil)
		tool.PendingNote(p, o.Freshness)
	})
}

func runSummary(ctx context.Context, d *workspace.Workspace, in SummaryIn) (SummaryOut, error) {
	scope, err := workspace.ScopeOf(in.Scope, false)
	if err != nil {
		return SummaryOut{}, err
	}
	if !scope.Alone() {
		return summaryAcross(ctx, d, in, scope)
	}
	o, hint, err := openTexts(ctx, d, in.Project)
	if err != nil {
		return SummaryOut{}, err
	}
	defer o.Close()
	s, err := report.ReadSummary(o.Index)
	if err != nil {
		return SummaryOut{}, err
	}
	return SummaryOut{Summary: s, Freshness: o.State, Hint: hint, Limited: tool.LimitedTo(in.MaxTokens)}, nil
}

// textsWait is how long a reader of texts waits for others who write the base: as
// long as bringing it up to date takes after an edit.
const textsWait = 2 * time.Second

// openTexts is open for who reads the texts beside the base: they are made anew
// if the project changed since. Where they cannot be written the hint says why
// they may be older than the project.
func openTexts(ctx context.Context, d *workspace.Workspace, name string) (o *workspace.Index, hint string, err error) {
	if o, err = d.Open(ctx, name); err != nil {
		return nil, "", err
	}
	err = d.Indexer.Summarise(ctx, o.Project, index.Wait{Limit: textsWait})
	var busy *projectbase.BusyError
	if errors.Is(err, projectbase.ErrReadOnly) || errors.As(err, &busy) {
		return o, "the text may be older than the project: " + err.Error(), nil
	}
	if err != nil {
		o.Close()
		return nil, "", err
	}
	return o, "", nil
}

// DocsIn is what docs takes.
type DocsIn struct {
	Section   string `json:"section,omitempty" param:"section/heading"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Common
}

// DocsOut is the answer of docs.
type DocsOut struct {
	*report.Docs
	Hint string `json:"hint,omitempty"`

	tool.Limited
}

// Docs returns what the project's people wrote for assistants.
func Docs() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "docs",
		Doc: `Show the project's own guidance: its CLAUDE.md and AGENTS.md files
They are imported anew when one of them has changed.`,
		Brief:   "The project's own guidance (CLAUDE.md, AGENTS.md).",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAbout, Example: "codegraph docs\ncodegraph docs 'Build and test'"},
	}, runDocs, func(o DocsOut, p *tool.Page) {
		if o.Content == "" {
			p.Line("the project has no CLAUDE.md or AGENTS.md")
		}
		p.Block(o.Content)
		tool.Notes(p, o.Hint, nil, nil)
	})
}

func runDocs(ctx context.Context, d *workspace.Workspace, in DocsIn) (DocsOut, error) {
	o, hint, err := openTexts(ctx, d, in.Project)
	if err != nil {
		return DocsOut{}, err
	}
	defer o.Close()
	docs, err := report.ReadDocs(o.Index, in.Section)
	if err != nil {
		return DocsOut{}, err
	}
	return DocsOut{docs, hint, tool.LimitedTo(in.MaxTokens)}, nil
}
