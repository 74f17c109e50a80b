package question

import (
	"context"
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// SignatureIn is what signature takes.
type SignatureIn struct {
	File      string `json:"file" param:",required"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Common
}

// SignatureOut is the answer of signature.
type SignatureOut struct {
	*report.Signature
	Freshness fresh.State `json:"freshness"`

	tool.Limited
}

// Signature returns the profile of a file.
func Signature() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "signature",
		Doc: `Show what a file declares: header comments, types, callables
Use it instead of reading a file to learn what is in it. Bodies and locals are left out.`,
		Brief:   "What a file declares: types and callables. Use instead of reading it.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph signature src/engine.go"},
	}, runSignature, func(o SignatureOut, p *tool.Page) {
		signatureText(o.Signature, withoutLicence(o.HeaderComments), p)
		tool.PendingNote(p, o.Freshness)
	})
}

func runSignature(ctx context.Context, d *workspace.Workspace, in SignatureIn) (SignatureOut, error) {
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return SignatureOut{}, err
	}
	defer o.Close()
	path, err := d.File(o.Project, in.File)
	if err != nil {
		return SignatureOut{}, err
	}
	s, err := report.ReadSignature(ctx, o.Index, path)
	if err != nil {
		return SignatureOut{}, err
	}
	return SignatureOut{s, o.State, tool.Limit(o, in.MaxTokens)}, nil
}

// SignaturesIn is what signatures takes.
type SignaturesIn struct {
	Path      string   `json:"path,omitempty" param:"path/list,hidden"`
	Files     []string `json:"files,omitempty"`
	Scope     string   `json:"scope,omitempty"`
	MaxTokens int      `json:"max_tokens,omitempty"`
	tool.Common
}

// SignaturesOut is the answer of signatures.
type SignaturesOut struct {
	Signatures []report.Signature    `json:"signatures"`
	Failures   []tool.ProjectFailure `json:"failures"`            // patterns that name nothing
	Freshness  fresh.State           `json:"freshness,omitzero"`  // of the one project that was asked
	Projects   []tool.ProjectAnswer  `json:"projects,omitempty"`  // that were asked, if a scope was given, with the number of signatures
	Truncated  bool                  `json:"truncated,omitempty"` // cut to max_tokens
	Hint       string                `json:"hint,omitempty"`

	tool.Limited
}

// Incomplete implements Incomplete.
func (o *SignaturesOut) Incomplete() bool { return len(o.Failures) > 0 }

// Signatures returns the profiles of files.
func Signatures() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "signatures",
		Doc: `Show what several files declare
Takes files, directories and globs. Use it for an overview of a directory before reading any of it.`,
		Brief:   "What files of a directory or glob declare. Use for an overview before reading.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph signatures src/core\ncodegraph signatures 'src/**/*.cs'"},
	}, runSignatures, func(o *SignaturesOut, p *tool.Page) {
		p.More("name fewer files")
		project := ""
		for i := range o.Signatures {
			if s := &o.Signatures[i]; s.Project != project {
				project = s.Project
				p.Project(query.Shown(project, 0))
			}
			signatureText(&o.Signatures[i], headline(withoutLicence(o.Signatures[i].HeaderComments)), p)
		}
		tool.Notes(p, "", o.Failures, o.Projects)
		tool.PendingNote(p, o.Freshness)
	})
}

func runSignatures(ctx context.Context, d *workspace.Workspace, in SignaturesIn) (*SignaturesOut, error) {
	s, err := workspace.ScopeOf(in.Scope, false)
	if err != nil {
		return nil, err
	}
	if !s.Alone() {
		return signaturesAcross(ctx, d, in, s)
	}
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	var patterns []string
	names := in.Files
	if in.Path != "" {
		names = append([]string{in.Path}, names...)
	}
	for _, name := range names {
		pattern, err := d.Pattern(o.Project, name)
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, pattern)
	}
	found, missing, err := report.ReadSignatures(ctx, o.Index, patterns)
	if err != nil {
		return nil, err
	}
	out := &SignaturesOut{Signatures: found, Failures: []tool.ProjectFailure{}, Freshness: o.State, Limited: tool.Limit(o, in.MaxTokens)}
	for _, m := range missing {
		out.Failures = append(out.Failures, missingRow(o.Name(), m))
	}
	return out, nil
}

func missingRow(project string, m report.Missing) tool.ProjectFailure {
	f := tool.FailureOf(m.Err)
	if f.Hint != "" {
		f.Message += "; " + f.Hint
	}
	return tool.ProjectFailure{Project: project, File: m.Path, Code: f.Code, Message: f.Message}
}

// signatureText writes what a file declares; header is what is said of the file.
func signatureText(s *report.Signature, header string, p *tool.Page) {
	p.Path(query.Shown(string(s.File), 0))
	if s.Partial != "" {
		p.Line("  words only: %s", s.Partial)
	}
	for l := range strings.Lines(header) {
		p.Line("  %s", "// "+strings.TrimRight(l, "\n"))
	}
	for _, t := range s.Types {
		p.Mark("  %d %s %s", t.LineNumber, t.Kind, t.Name)
	}
	for _, m := range s.Methods {
		text := m.Prototype
		if m.Container != "" && !strings.HasPrefix(text, "func (") { // a receiver says it
			text = fmt.Sprintf("%s  [%s]", text, m.Container)
		}
		for _, w := range []struct {
			on   bool
			word string
		}{{m.IsAsync, "async"}, {m.IsStatic, "static"}, {m.Visibility != "", m.Visibility}} {
			if w.on {
				text = w.word + " " + text
			}
		}
		p.Hit("  %d %s", m.LineNumber, text)
	}
}

// Len implements Listed.
func (o *SignaturesOut) Len() int { return len(o.Signatures) }

// First implements Listed.
func (o *SignaturesOut) First(n int, hint string) any {
	c := *o
	c.Signatures, c.Truncated, c.Hint = o.Signatures[:n], true, hint
	return &c
}
