package tool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// Scribe writes what people say of a project into its summary.
type Scribe interface {
	// Describe appends text to a section, or replaces it.
	Describe(ctx context.Context, p index.Project, section, title, text string, replace bool) error
}

// SummaryIn is what summary takes.
type SummaryIn struct {
	Scope     string `json:"scope,omitempty" jsonschema_description:"Projects to ask, as in query; default: this one" mcp:"as in query"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema_description:"Longest text to give, in tokens" mcp:"-"`
	Common
}

// SummaryOut is the answer of summary.
type SummaryOut struct {
	*report.Summary
	Freshness fresh.State      `json:"freshness,omitzero"`
	Hint      string           `json:"hint,omitempty"`
	Project   string           `json:"project,omitempty"`  // of one among several
	Projects  []SummaryOut     `json:"projects,omitempty"` // if a scope was given; then what is above is absent
	Failures  []ProjectFailure `json:"failures,omitempty"`

	limited
}

// Incomplete implements Incomplete.
func (o SummaryOut) Incomplete() bool { return len(o.Failures) > 0 }

// Summary returns what the project is.
func Summary() *Spec {
	return define(Spec{
		Name: "summary",
		Doc: `Show what the project is: entry points, main types, dependencies, layout
Use it first in a project that you do not know. People's own words in it are kept.`,
		Brief:   "What the project is: purpose, entry points, main types, layout. Use first in an unknown project.",
		Profile: ProfileStandard,
		Hints:   Hints{ReadOnly: true, Idempotent: true},
		Command: Command{Group: GroupAbout, Example: "codegraph summary"},
	}, runSummary, func(o SummaryOut, p *Page) {
		for _, one := range o.Projects {
			p.Project(query.Shown(one.Project, 0))
			p.Block(one.Content)
		}
		if o.Summary != nil {
			p.Block(o.Content)
		}
		notes(p, o.Hint, o.Failures, nil)
		pendingNote(p, o.Freshness)
	})
}

func runSummary(ctx context.Context, d *Desk, in SummaryIn) (SummaryOut, error) {
	scope, err := scopeOf(in.Scope, false)
	if err != nil {
		return SummaryOut{}, err
	}
	if !scope.Alone() {
		return d.summaryAcross(ctx, in, scope)
	}
	o, hint, err := d.openTexts(ctx, in.Project)
	if err != nil {
		return SummaryOut{}, err
	}
	defer o.Close()
	s, err := report.ReadSummary(o.Index)
	if err != nil {
		return SummaryOut{}, err
	}
	return SummaryOut{Summary: s, Freshness: o.state, Hint: hint, limited: limited{in.MaxTokens}}, nil
}

// textsWait is how long a reader of texts waits for others who write the base: as
// long as bringing it up to date takes after an edit.
const textsWait = 2 * time.Second

// openTexts is open for who reads the texts beside the base: they are made anew
// if the project changed since. Where they cannot be written the hint says why
// they may be older than the project.
func (d *Desk) openTexts(ctx context.Context, name string) (o *opened, hint string, err error) {
	if o, err = d.open(ctx, name); err != nil {
		return nil, "", err
	}
	err = d.Indexer.Summarise(ctx, o.project, index.Wait{Limit: textsWait})
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

// DescribeIn is what describe takes.
type DescribeIn struct {
	Section string `json:"section" jsonschema:"required,enum=purpose,enum=architecture,enum=concepts,enum=patterns,enum=custom" jsonschema_description:"Section of the summary" mcp:"-" cli:"arg"`
	Content string `json:"content" jsonschema:"required" jsonschema_description:"Markdown text to put there" mcp:"Markdown" cli:"arg"`
	Title   string `json:"title,omitempty" jsonschema_description:"Heading of a custom section; default: Notes" mcp:"of a custom section"`
	Replace bool   `json:"replace,omitempty" jsonschema_description:"Replace the section instead of appending to it" mcp:"instead of appending"`
	Common
}

// DescribeOut is the answer of describe.
type DescribeOut struct {
	Success bool   `json:"success"`
	Section string `json:"section"`
}

// DescribeSections returns the sections that describe takes.
func DescribeSections() []string {
	for _, f := range Describe().fields(true) {
		if f.name == "section" {
			return f.Enum
		}
	}
	return nil
}

// Describe extends the summary of a project.
func Describe() *Spec {
	return define(Spec{
		Name: "describe",
		Doc: `Write down what you learned about the project in its summary
The text is appended to the section, or replaces it as a whole. Generated parts are not touched.`,
		Brief:   "Write what you learned of the project into its summary.",
		Profile: ProfileStandard,
		Hints:   Hints{Destructive: true},
		Command: Command{Group: GroupAbout, Example: "codegraph describe purpose '3D tornado simulation for weather data'"},
	}, runDescribe, func(o DescribeOut, p *Page) { p.Line("section %s is written", o.Section) })
}

func runDescribe(ctx context.Context, d *Desk, in DescribeIn) (DescribeOut, error) {
	switch {
	case !slices.Contains(DescribeSections(), in.Section):
		return DescribeOut{}, fmt.Errorf("%w: unknown section %q; known are %s", projectbase.ErrUsage, in.Section, strings.Join(DescribeSections(), ", "))
	case strings.TrimSpace(in.Content) == "":
		return DescribeOut{}, fmt.Errorf("%w: the text is empty", projectbase.ErrUsage)
	case in.Title != "" && in.Section != "custom":
		return DescribeOut{}, fmt.Errorf("%w: only a custom section has a title", projectbase.ErrUsage)
	}
	p, err := d.find(in.Project)
	if err != nil {
		return DescribeOut{}, err
	}
	if err := d.Scribe.Describe(ctx, p, in.Section, in.Title, in.Content, in.Replace); err != nil {
		return DescribeOut{}, err
	}
	return DescribeOut{true, in.Section}, nil
}

// DocsIn is what docs takes.
type DocsIn struct {
	Section   string `json:"section,omitempty" jsonschema_description:"Only the section with this heading" mcp:"-" cli:"arg"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema_description:"Longest text to give, in tokens" mcp:"-"`
	Common
}

// DocsOut is the answer of docs.
type DocsOut struct {
	*report.Docs
	Hint string `json:"hint,omitempty"`

	limited
}

// Docs returns what the project's people wrote for assistants.
func Docs() *Spec {
	return define(Spec{
		Name: "docs",
		Doc: `Show the project's own guidance: its CLAUDE.md and AGENTS.md files
They are imported anew when one of them has changed.`,
		Brief:   "The project's own guidance (CLAUDE.md, AGENTS.md).",
		Profile: ProfileStandard,
		Hints:   Hints{ReadOnly: true, Idempotent: true},
		Command: Command{Group: GroupAbout, Example: "codegraph docs\ncodegraph docs 'Build and test'"},
	}, runDocs, func(o DocsOut, p *Page) {
		if o.Content == "" {
			p.Line("the project has no CLAUDE.md or AGENTS.md")
		}
		p.Block(o.Content)
		notes(p, o.Hint, nil, nil)
	})
}

func runDocs(ctx context.Context, d *Desk, in DocsIn) (DocsOut, error) {
	o, hint, err := d.openTexts(ctx, in.Project)
	if err != nil {
		return DocsOut{}, err
	}
	defer o.Close()
	docs, err := report.ReadDocs(o.Index, in.Section)
	if err != nil {
		return DocsOut{}, err
	}
	return DocsOut{docs, hint, limited{in.MaxTokens}}, nil
}

// UpdateDocsIn is what update_docs takes.
type UpdateDocsIn struct {
	Common
}

// UpdateDocsOut is the answer of update_docs.
type UpdateDocsOut struct {
	Success bool     `json:"success"`
	Sources []string `json:"sources"` // paths of the imported files
}

// UpdateDocs imports the project's own guidance anew.
func UpdateDocs() *Spec {
	return define(Spec{
		Name: "update_docs",
		Doc: `Import the project's CLAUDE.md and AGENTS.md files anew
The files themselves are not changed. The generated parts of the summary are made anew too.`,
		Brief:   "Import edited CLAUDE.md and AGENTS.md files anew.",
		Profile: ProfileStandard,
		Hints:   Hints{Idempotent: true},
		Command: Command{Group: GroupAbout, Example: "codegraph update-docs"},
	}, runUpdateDocs, func(o UpdateDocsOut, p *Page) {
		p.Line("imported %s", count(len(o.Sources), "file", "files"))
		for _, s := range o.Sources {
			p.Hit("  %s", s)
		}
	})
}

func runUpdateDocs(ctx context.Context, d *Desk, in UpdateDocsIn) (UpdateDocsOut, error) {
	p, err := d.find(in.Project)
	if err != nil {
		return UpdateDocsOut{}, err
	}
	if _, err := d.Indexer.Sync(ctx, p, index.SyncOptions{Wait: d.Wait, NoSummary: true}); err != nil {
		return UpdateDocsOut{}, err
	}
	if err := d.Indexer.Summarise(ctx, p, d.Wait); err != nil {
		return UpdateDocsOut{}, err
	}
	b, err := query.Open(ctx, p.Base, p.Root)
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
