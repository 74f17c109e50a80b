package graph

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// graphText prints the answer of a walk.
func graphText(o *GraphOut, p *tool.Page) {
	if o.format == tool.FormatMermaid || o.format == tool.FormatDot {
		p.Block(o.draw())
		return
	}
	if len(o.Candidates) > 0 {
		candidatesText(o.Candidates, p)
		return
	}
	p.More("lower depth, or give a limit")
	name := query.Shown(o.name, 0)
	if o.Target != nil {
		name = query.Shown(o.Target.Symbol, 0)
	}
	p.Line("%s%s", o.title(name, o.Total), ended(o.TerminatedBy, o.deeper, p))
	project := ""
	for _, group := range tool.ByFile(o.Matches, func(m graph.Match) tool.FileOf { return tool.FileOf{Project: m.Project, File: m.File} }) {
		if group[0].Project != project {
			project = group[0].Project
			p.Project(query.Shown(project, 0))
		}
		p.Path(query.Shown(string(group[0].File), 0))
		for _, m := range group {
			p.Hit("  %s", graphLine(&m))
		}
	}
	if n := o.Total - len(o.Matches); n > 0 {
		p.Beyond(n)
		p.Note("... %d more; raise limit", n)
	}
	if o.Uncertain > 0 {
		p.Note("%s may also refer to it: not listed", tool.Count(o.Uncertain, "ambiguous reference", "ambiguous references"))
	}
	if o.Recursion > 0 {
		p.Note("it also refers to itself")
	}
	linksNotes(p, o)
	tool.Notes(p, o.Hints, o.Failures, o.Projects)
}

// linksNotes lists the links that the walk followed, and the external packages.
func linksNotes(p *tool.Page, o *GraphOut) {
	for _, l := range o.Links {
		versions := ""
		if l.RequiredVersion != "" && l.FoundVersion != "" {
			versions = fmt.Sprintf(": requires %s, found %s", l.RequiredVersion, l.FoundVersion)
		}
		if l.Skew {
			versions += ", which does not satisfy the requirement"
		}
		p.Note("%s depends on %s%s", query.Shown(l.From, 0), query.Shown(l.To, 0), query.Shown(versions, 0))
	}
	if len(o.External) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(o.External))
	var list []string
	for _, n := range names[:min(len(names), maxPackages)] {
		list = append(list, fmt.Sprintf("%s %d", query.Shown(n, 0), o.External[n]))
	}
	p.Note("external: %s%s", strings.Join(list, ", "), tool.More(len(names) > maxPackages))
}

// maxPackages bounds the packages in a text.
const maxPackages = 10

// deeper says how a question gets more steps.
type deeper int

const (
	noDeeper        deeper = iota // it always takes one step
	raiseDepth                    // with a higher depth
	indirectCallers               // with depth 2
)

// ended says why there may be more matches.
func ended(by string, d deeper, p *tool.Page) string {
	switch {
	case by == graph.EndDepth && d == raiseDepth:
		return " (raise " + p.Option("depth") + " for more)"
	case by == graph.EndDepth && d == indirectCallers:
		return " (" + p.Option("depth", 2) + " for indirect callers)"
	case by == graph.EndTime:
		return "; stopped by the time limit"
	}
	return ""
}

// graphLine describes a match without its file.
func graphLine(m *graph.Match) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", m.LineNumber, m.Kind)
	if m.Kind != "file" {
		b.WriteString(" " + query.Shown(m.Symbol, 0))
	}
	if m.References > 1 {
		fmt.Fprintf(&b, " x%d", m.References)
	}
	if m.Depth > 1 {
		fmt.Fprintf(&b, ", step %d", m.Depth)
	}
	if m.Direction != "" {
		b.WriteString(", " + m.Direction)
	}
	if m.Via != "call" {
		b.WriteString(", " + query.Shown(m.Via, 0))
	}
	if m.Tier != projectbase.TierExact.String() {
		b.WriteString(", " + m.Tier)
	}
	if m.Test {
		b.WriteString(", test")
	}
	return b.String()
}

func candidatesText(list []symbol.Place, p *tool.Page) {
	name := list[0].Symbol
	name = name[strings.LastIndexByte(name, '.')+1:]
	p.Line("%d symbols are named %s; choose one with a qualified name or %s", len(list), query.Shown(name, 0), p.Option("file"))
	for _, c := range list {
		where := ""
		if c.Project != "" {
			where = "  in " + query.Shown(c.Project, 0)
		}
		p.Hit("  %s %s  %s:%d%s", c.Kind, query.Shown(c.Symbol, 0), query.Shown(string(c.File), 0), c.LineNumber, where)
	}
}
