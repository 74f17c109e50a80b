package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// SymbolIn is what symbol takes.
type SymbolIn struct {
	Symbol    string `json:"symbol" param:",required"`
	File      string `json:"file,omitempty" param:"file/of_symbol"`
	Source    bool   `json:"source,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Common
}

// SymbolOut is the answer of symbol.
type SymbolOut struct {
	*graph.DefinitionAnswer
	Freshness fresh.State `json:"freshness"`
	Hint      string      `json:"hint"`

	tool.Limited
}

// Symbol tells what a name stands for.
func Symbol() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "symbol",
		Doc: `Show what a name stands for: its declaration, its doc, who refers to it
Gives the signature, how many references of each kind there are, what a type holds and is based on,
and with --source the text. A name that several symbols share gives candidates.`,
		Brief:   "A symbol's declaration, doc, members, references by kind; source on request.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph symbol Engine.Start --source"},
	}, runSymbol, symbolText)
}

func runSymbol(ctx context.Context, d *workspace.Workspace, in SymbolIn) (*SymbolOut, error) {
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	file, err := declaredIn(d, o, in.File)
	if err != nil {
		return nil, err
	}
	found, err := graph.Define(ctx, o.Index, in.Symbol, file, in.Source)
	if err != nil {
		return nil, err
	}
	out := &SymbolOut{DefinitionAnswer: found, Freshness: o.State, Limited: tool.Limit(o, in.MaxTokens)}
	for i := range found.Matches {
		out.Hint = tool.JoinHints(out.Hint, unboundHint(found.Matches[i].Unbound, ""))
	}
	if in.Source && in.MaxTokens == 0 {
		out.Limited = tool.Limited{}
	}
	return out, nil
}

func symbolText(o *SymbolOut, p *tool.Page) {
	if len(o.Candidates) > 0 {
		candidatesText(o.Candidates, p)
		return
	}
	for i := range o.Matches {
		definitionText(&o.Matches[i], p)
	}
	tool.Notes(p, o.Hint, nil, []tool.ProjectAnswer{{Freshness: o.Freshness}})
}

func definitionText(d *graph.Definition, p *tool.Page) {
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
	placesText(p, "declared again", d.Declarations, true)
	placesText(p, "based on", d.Bases, true)
	placesText(p, "members", d.Members, false)
	if d.SourceError != "" {
		p.Note("no source: %s", query.Shown(d.SourceError, 0))
	}
	if d.Source != "" {
		p.Line("source, lines %d to %d:", d.LineNumber, d.EndLine)
		p.Block(query.ShownBlock(d.Source))
	}
}

// referencesText says how many references there are, of each kind.
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
		text += fmt.Sprintf("; %d more may mean it", d.Uncertain)
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
