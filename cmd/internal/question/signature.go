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

// SignatureIn is the input of signature.
type SignatureIn struct {
	File string `json:"file" param:",required"`
	fanout.Scoped
}

// SignatureOut is the answer of signature.
type SignatureOut struct {
	*report.Signature                       // of the only project
	Freshness         projectbase.Freshness `json:"freshness,omitzero"`
	Signatures        []report.Signature    `json:"signatures,omitempty"` // of the projects of a scope that have the file
	fanout.Envelope
}

// Signature shows the declarations of a file.
func Signature() *tool.Spec {
	return fanout.Question[SignatureIn, *report.Signature, *SignatureOut]{Spec: tool.Spec{
		Name: "signature",
		Doc: `Show what a file declares: header comments, types, callables
Use it instead of reading a file to learn what is in it. Bodies and locals are left out.`,
		Brief:   "What a file declares: types and callables. Use instead of reading it.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph signature src/engine.go"},
	}, Ask: askSignature, Merge: mergeSignature, Join: joinSignature, Text: func(o *SignatureOut, p *tool.Page) {
		if o.Signature != nil {
			signatureText(o.Signature, withoutLicence(o.HeaderComments), p)
		}
		signaturesText(o.Signatures, p)
		tool.Notes(p, o.Hints, o.Failures, o.Projects)
	}}.Tool()
}

// askSignature returns nil for a project of a scope that does not have the file.
func askSignature(ctx context.Context, o *workspace.Index, in *SignatureIn) (*report.Signature, error) {
	path, err := o.File(in.File)
	if err != nil {
		return nil, err
	}
	s, err := report.ReadSignature(ctx, o.Index, path)
	if !o.Alone && (errors.Is(err, projectbase.ErrNotFound) || err == nil && query.Inside(path, o.Target.Nested)) {
		return nil, nil
	}
	return s, err
}

func mergeSignature(_ context.Context, a *fanout.Answers[SignatureIn, *report.Signature]) (*SignatureOut, error) {
	out := &SignatureOut{}
	for i := range a.Parts {
		p := &a.Parts[i]
		if p.Answer == nil {
			continue
		}
		p.Count = 1
		out.Total++
		if a.Only() {
			out.Signature, out.Freshness = p.Answer, p.State
			continue
		}
		p.Answer.Project = p.Label
		out.Signatures = append(out.Signatures, *p.Answer)
	}
	if out.Total == 0 && len(a.Failures) == 0 && len(a.Projects.Remote()) == 0 && len(a.Parts) > 0 {
		return nil, fmt.Errorf("%s in any project of the scope: %w", query.Shown(a.In.File, 0), projectbase.ErrNotFound)
	}
	return out, nil
}

func joinSignature(out, remote *SignatureOut, _ *SignatureIn) {
	out.Signatures = append(out.Signatures, remote.Signatures...)
}

// signatureText writes the declarations of a file below its header comment.
func signatureText(s *report.Signature, header string, p *tool.Page) {
	p.Path(query.Shown(string(s.File), 0))
	if s.Partial != "" {
		p.Line("  plain text only: %s", s.Partial)
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
