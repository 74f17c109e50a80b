package tool

import (
	"context"
	"fmt"
	"strings"

	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
)

// SignatureIn is what signature takes.
type SignatureIn struct {
	File string `json:"file" jsonschema:"required" jsonschema_description:"File, relative to the project" cli:"arg"`
	Common
}

// SignatureOut is the answer of signature.
type SignatureOut struct {
	*query.Signature
	Freshness fresh.State `json:"freshness"`
}

// Signature returns the profile of a file.
func Signature() *Spec {
	return define(Spec{
		Name: "signature",
		Doc: `Show what a file declares: header comments, types, callables
Use it instead of reading a file to learn what is in it. Bodies and locals are left out.`,
		Hints: Hints{ReadOnly: true, Idempotent: true},
		Verb:  Verb{Group: GroupAsk, Example: "codegraph signature src/engine.go"},
	}, runSignature, func(o SignatureOut, p *Page) {
		signatureText(o.Signature, p)
		pendingNote(p, o.Freshness)
	})
}

func runSignature(ctx context.Context, d *Desk, in SignatureIn) (SignatureOut, error) {
	o, err := d.open(ctx, in.Project)
	if err != nil {
		return SignatureOut{}, err
	}
	defer o.Close()
	path, err := d.file(o.project, in.File)
	if err != nil {
		return SignatureOut{}, err
	}
	s, err := o.Signature(ctx, path)
	if err != nil {
		return SignatureOut{}, err
	}
	return SignatureOut{s, o.state}, nil
}

// SignaturesIn is what signatures takes.
type SignaturesIn struct {
	Path      string   `json:"path,omitempty" jsonschema_description:"Directory or glob" cli:"-"`
	Files     []string `json:"files,omitempty" jsonschema_description:"Files, directories or globs; default: all files" cli:"args"`
	Scope     string   `json:"scope,omitempty" jsonschema_description:"Projects to ask, as in query; default: this one"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema_description:"Longest text to give, in tokens"`
	Common
}

// SignaturesOut is the answer of signatures.
type SignaturesOut struct {
	Signatures []query.Signature `json:"signatures"`
	Failures   []ProjectFailure  `json:"failures"`           // patterns that name nothing
	Freshness  fresh.State       `json:"freshness,omitzero"` // of the one project that was asked
	Projects   []ProjectAnswer   `json:"projects,omitempty"` // that were asked, if a scope was given, with the number of signatures

	limited
}

// Incomplete implements Incomplete.
func (o *SignaturesOut) Incomplete() bool { return len(o.Failures) > 0 }

// Signatures returns the profiles of files.
func Signatures() *Spec {
	return define(Spec{
		Name: "signatures",
		Doc: `Show what several files declare
Takes files, directories and globs. Use it for an overview of a directory before reading any of it.`,
		Hints: Hints{ReadOnly: true, Idempotent: true},
		Verb:  Verb{Group: GroupAsk, Example: "codegraph signatures src/core\ncodegraph signatures 'src/**/*.cs'"},
	}, runSignatures, func(o *SignaturesOut, p *Page) {
		p.More("name fewer files")
		project := ""
		for i := range o.Signatures {
			if s := &o.Signatures[i]; s.Project != project {
				project = s.Project
				p.Path(query.Shown(project, 0) + ":")
			}
			signatureText(&o.Signatures[i], p)
		}
		notes(p, "", o.Failures, o.Projects)
		pendingNote(p, o.Freshness)
	})
}

func runSignatures(ctx context.Context, d *Desk, in SignaturesIn) (*SignaturesOut, error) {
	s, err := scopeOf(in.Scope, false)
	if err != nil {
		return nil, err
	}
	if !s.Alone() {
		return d.signaturesAcross(ctx, in, s)
	}
	o, err := d.open(ctx, in.Project)
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
		pattern, err := d.pattern(o.project, name)
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, pattern)
	}
	found, missing, err := o.Signatures(ctx, patterns)
	if err != nil {
		return nil, err
	}
	out := &SignaturesOut{Signatures: found, Failures: []ProjectFailure{}, Freshness: o.state, limited: o.limit(in.MaxTokens)}
	for _, m := range missing {
		out.Failures = append(out.Failures, missingRow(o.Name(), m))
	}
	return out, nil
}

func missingRow(project string, m query.Missing) ProjectFailure {
	f := FailureOf(m.Err)
	if f.Hint != "" {
		f.Message += "; " + f.Hint
	}
	return ProjectFailure{Project: project, File: m.Path, Code: f.Code, Message: f.Message}
}

func signatureText(s *query.Signature, p *Page) {
	p.Path(query.Shown(string(s.File), 0))
	if s.Partial != "" {
		p.Line("  words only: %s", s.Partial)
	}
	for l := range strings.Lines(s.HeaderComments) {
		p.Line("  %s", "// "+strings.TrimRight(l, "\n"))
	}
	for _, t := range s.Types {
		p.Mark("  %d %s %s", t.LineNumber, t.Kind, t.Name)
	}
	for _, m := range s.Methods {
		text := m.Prototype
		for _, w := range []struct {
			on   bool
			word string
		}{{m.IsAsync, "async"}, {m.IsStatic, "static"}, {m.Visibility != "", m.Visibility}} {
			if w.on {
				text = w.word + " " + text
			}
		}
		if m.Container != "" {
			text = fmt.Sprintf("%s  [%s]", text, m.Container)
		}
		p.Hit("  %d %s", m.LineNumber, text)
	}
}
