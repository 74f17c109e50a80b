package question

import (
	"context"
	"slices"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// SignaturesIn is the input of signatures.
type SignaturesIn struct {
	Path  string   `json:"path,omitempty" param:"path/list,hidden"`
	Files []string `json:"files,omitempty"`
	fanout.Scoped
}

// SignaturesOut is the answer of signatures. A pattern that matches no file is a
// failure.
type SignaturesOut struct {
	Signatures []report.Signature    `json:"signatures"`
	Freshness  projectbase.Freshness `json:"freshness,omitzero"` // of the only project
	fanout.Envelope
}

// Len implements tool.Listed.
func (o *SignaturesOut) Len() int { return len(o.Signatures) }

// First implements tool.Listed.
func (o *SignaturesOut) First(n int, hint string) any {
	c := *o
	c.Signatures = o.Signatures[:n]
	c.Cut(hint)
	return &c
}

// Signatures shows the declarations of several files.
func Signatures() *tool.Spec {
	return fanout.Question[SignaturesIn, signatures, *SignaturesOut]{Spec: tool.Spec{
		Name: "signatures",
		Doc: `Show what several files declare
Takes files, directories and globs. Use it for an overview of a directory before reading any of it.`,
		Brief:   "What files of a directory or glob declare. Use for an overview before reading.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph signatures src/core\ncodegraph signatures 'src/**/*.cs'"},
	}, Ask: askSignatures, Merge: mergeSignatures, Join: joinSignatures, Text: func(o *SignaturesOut, p *tool.Page) {
		p.More("name fewer files")
		signaturesText(o.Signatures, p)
		tool.Notes(p, o.Hints, o.Failures, o.Projects)
	}}.Tool()
}

// signatures are those of one project.
type signatures struct {
	found   []report.Signature
	missing []report.Missing
}

func askSignatures(ctx context.Context, o *workspace.Index, in *SignaturesIn) (signatures, error) {
	names := in.Files
	if in.Path != "" {
		names = slices.Concat([]string{in.Path}, names)
	}
	patterns := make([]string, len(names))
	for i, name := range names {
		var err error
		if patterns[i], err = o.Pattern(name); err != nil {
			return signatures{}, err
		}
	}
	found, missing, err := report.ReadSignatures(ctx, o.Index, patterns)
	found = slices.DeleteFunc(found, func(s report.Signature) bool { return query.Inside(s.File, o.Target.Nested) })
	return signatures{found, missing}, err
}

func mergeSignatures(_ context.Context, a *fanout.Answers[SignaturesIn, signatures]) (*SignaturesOut, error) {
	out := &SignaturesOut{Signatures: []report.Signature{}}
	missed := map[string]int{}
	for i := range a.Parts {
		p := &a.Parts[i]
		p.Count = len(p.Answer.found)
		label := ""
		if a.Only() {
			out.Freshness = p.State
		} else {
			label = p.Label
		}
		for _, s := range p.Answer.found {
			s.Project = label
			out.Signatures = append(out.Signatures, s)
		}
		for _, m := range p.Answer.missing {
			// A pattern fails only if it matches nothing in any project.
			if missed[m.Path]++; missed[m.Path] == len(a.Parts) && len(a.Projects.Remote()) == 0 {
				project := ""
				if a.Only() {
					project = p.Label
				}
				a.Failures = append(a.Failures, missingRow(project, m))
			}
		}
	}
	out.Total = len(out.Signatures)
	return out, nil
}

func joinSignatures(out, remote *SignaturesOut, _ *SignaturesIn) {
	out.Signatures = append(out.Signatures, remote.Signatures...)
}

func missingRow(project string, m report.Missing) tool.ProjectFailure {
	f := tool.FailureOf(m.Err)
	if f.Hint != "" {
		f.Message += "; " + f.Hint
	}
	return tool.ProjectFailure{Project: project, File: m.Path, Code: f.Code, Message: f.Message}
}

// signaturesText writes signatures below the names of their projects.
func signaturesText(list []report.Signature, p *tool.Page) {
	project := ""
	for i := range list {
		if s := &list[i]; s.Project != project {
			project = s.Project
			p.Project(query.Shown(project, 0))
		}
		signatureText(&list[i], headline(withoutLicence(list[i].HeaderComments)), p)
	}
}
