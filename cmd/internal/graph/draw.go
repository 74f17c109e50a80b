package graph

import (
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase/query/graph"
)

// draw draws a walk: an arrow leads from a user to the used symbol.
func (o *GraphOut) draw() string {
	if len(o.Candidates) > 0 {
		return o.drawCandidates()
	}
	d := tool.NewDrawing()
	if o.Target != nil {
		d.Node(o.Target.Project+"\x00"+o.Target.Symbol, o.Target.Symbol)
	}
	for i := range o.Matches {
		m := &o.Matches[i]
		label := m.Symbol
		if m.Kind != "file" {
			label += "\n" + string(m.File)
		}
		if m.Project != "" {
			label += "\n" + m.Project
		}
		here := d.Node(m.Project+"\x00"+m.Symbol, label)
		there := d.Node(m.FromProject+"\x00"+m.From, m.From)
		kind, _, _ := strings.Cut(m.Via, " ")
		e := tool.DrawnEdge{From: here, To: there, Label: kind, Weak: m.Tier != "exact"}
		if o.lineage && m.Direction == graph.DirectionDown {
			// A derived type points to its base type.
		} else if o.down || o.lineage || m.Direction == graph.DirectionDown {
			e.From, e.To = there, here
		}
		d.Edge(e)
	}
	return d.Text(o.format)
}

// drawCandidates lists the candidates of a name in the comments of an empty
// drawing.
func (o *GraphOut) drawCandidates() string {
	p := &tool.Page{}
	candidatesText(o.Candidates, p)
	comment, text := "%% ", tool.NewDrawing().Text(o.format)
	if o.format == tool.FormatDot {
		comment = "// "
	}
	var b strings.Builder
	for _, l := range p.Lines {
		// In Mermaid, "%%{" begins a directive.
		b.WriteString(comment + strings.ReplaceAll(l.Text, "%%{", "%% {") + "\n")
	}
	return b.String() + text
}
