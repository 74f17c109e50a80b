package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// SymbolIn is the input of symbol.
type SymbolIn struct {
	Symbol string `json:"symbol" param:",required"`
	File   string `json:"file,omitempty" param:"file/of_symbol"`
	Source bool   `json:"source,omitempty"`
	fanout.Scoped
}

// SymbolOut is the answer of symbol.
type SymbolOut struct {
	Matches    []graph.Definition    `json:"matches"` // one, or none if there are candidates
	Candidates []symbol.Place        `json:"candidates"`
	Freshness  projectbase.Freshness `json:"freshness,omitzero"` // of the only project
	fanout.Envelope

	whole bool // source was requested without a token limit
}

// TokenLimit returns the longest text in tokens; 0 is no limit.
func (o *SymbolOut) TokenLimit() int {
	if o.whole {
		return 0
	}
	return o.Envelope.TokenLimit()
}

// Symbol describes the symbol of a name.
func Symbol() *tool.Spec {
	return fanout.Question[SymbolIn, *graph.DefinitionAnswer, *SymbolOut]{Spec: tool.Spec{
		Name: "symbol",
		Doc: `Show a symbol: its declaration, documentation, members and references
Gives the signature, the number of references of each kind, the members and base types of a type,
and with --source the text. A name of several symbols gives candidates.`,
		Brief:   "A symbol's declaration, doc, members, references by kind; source on request.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph symbol Engine.Start --source"},
	}, Ask: askSymbol, Merge: mergeSymbol, Join: joinSymbol, Text: symbolText}.Tool()
}

func askSymbol(ctx context.Context, o *workspace.Index, in *SymbolIn) (*graph.DefinitionAnswer, error) {
	file := projectbase.Path("")
	if in.File != "" {
		var err error
		if file, err = o.File(in.File); err != nil {
			return nil, err
		}
	}
	found, err := graph.Define(ctx, o.Index, in.Symbol, file, in.Source)
	if !o.Alone && errors.Is(err, projectbase.ErrNotFound) {
		return nil, nil
	}
	return found, err
}

func mergeSymbol(_ context.Context, a *fanout.Answers[SymbolIn, *graph.DefinitionAnswer]) (*SymbolOut, error) {
	out := &SymbolOut{Matches: []graph.Definition{}, Candidates: []symbol.Place{}, whole: a.In.Source && a.In.MaxTokens == 0}
	begins := make([]begin, len(a.Parts))
	for i := range a.Parts {
		p := &a.Parts[i]
		begins[i] = begin{label: labelOf(a, i), distance: p.Target.Distance}
		if p.Answer == nil {
			continue
		}
		begins[i].known, begins[i].candidates = true, p.Answer.Candidates
		if len(p.Answer.Matches) > 0 {
			begins[i].target = &p.Answer.Matches[0].Place
		}
	}
	if a.Only() {
		out.Freshness = a.Parts[0].State
	}
	chosen := &GraphOut{}
	at, err := chooseBegin(chosen, begins, a.In.Symbol, a.Projects, len(a.Failures) > 0)
	if err != nil {
		return nil, err
	}
	out.Candidates = append(out.Candidates, chosen.Candidates...)
	if at >= 0 {
		out.Matches = a.Parts[at].Answer.Matches
		out.Total, a.Parts[at].Count = len(out.Matches), len(out.Matches)
		for i := range out.Matches {
			a.Hints(unresolvedNamed(out.Matches[i].Unbound, a.In.Scope))
		}
	}
	return out, nil
}

// joinSymbol adds the answer of the service if no project of this machine has the
// symbol.
func joinSymbol(out, remote *SymbolOut, _ *SymbolIn) {
	if len(out.Matches) > 0 {
		out.Total -= remote.Total
		return
	}
	out.Matches = remote.Matches
	out.Candidates = append(out.Candidates, remote.Candidates...)
}

func symbolText(o *SymbolOut, p *tool.Page) {
	if len(o.Candidates) > 0 {
		candidatesText(o.Candidates, p)
		return
	}
	for i := range o.Matches {
		definitionText(&o.Matches[i], p)
	}
	tool.Notes(p, o.Hints, o.Failures, o.Projects)
}

func definitionText(d *graph.Definition, p *tool.Page) {
	if d.Project != "" {
		p.Project(query.Shown(d.Project, 0))
	}
	p.Path(query.Shown(string(d.File), 0))
	p.Mark("  %d %s %s", d.LineNumber, d.Kind, query.Shown(d.Symbol, 0))
	if d.Signature != "" {
		p.Line("  %s", query.Shown(d.Signature, 0))
	}
	var facts []string
	for _, f := range append([]string{d.Visibility}, d.Flags...) {
		if f != "" && f != "exported" {
			facts = append(facts, f)
		}
	}
	if len(facts) > 0 {
		p.Line("  %s", strings.Join(facts, ", "))
	}
	for l := range strings.Lines(query.ShownBlock(d.Doc)) {
		p.Line("  // %s", strings.TrimRight(l, "\n"))
	}
	p.Line("  %s", referencesText(d))
	placesText(p, "also declared", d.Declarations, true)
	placesText(p, "base types", d.Bases, true)
	placesText(p, "members", d.Members, false)
	if d.SourceError != "" {
		p.Note("no source: %s", query.Shown(d.SourceError, 0))
	}
	if d.Source != "" {
		p.Line("source, lines %d to %d:", d.LineNumber, d.EndLine)
		p.Block(query.ShownBlock(d.Source))
	}
}

// referencesText counts the references by kind.
func referencesText(d *graph.Definition) string {
	var kinds []string
	total := 0
	for k, n := range d.References {
		total += n
		kinds = append(kinds, fmt.Sprintf("%s %d", k, n))
	}
	slices.Sort(kinds)
	text := "no references"
	if total > 0 {
		text = fmt.Sprintf("%s in %s: %s", tool.Count(total, "reference", "references"), tool.Count(d.InFiles, "file", "files"), strings.Join(kinds, ", "))
	}
	if d.Uncertain > 0 {
		text += fmt.Sprintf("; %d ambiguous references may also refer to it", d.Uncertain)
	}
	return text
}

func placesText(p *tool.Page, title string, list []symbol.Place, files bool) {
	if len(list) == 0 {
		return
	}
	p.Line("  %s:", title)
	for _, m := range list {
		text := m.Signature
		if text == "" {
			text = m.Symbol
		}
		where := fmt.Sprint(m.LineNumber)
		if files {
			where = fmt.Sprintf("%s:%d", query.Shown(string(m.File), 0), m.LineNumber)
		}
		p.Hit("    %s %s %s", where, m.Kind, query.Shown(text, 0))
	}
}
