package tool

import (
	"strings"

	"codegraph/projectbase/query/graph"
)

// draw draws a walk: an arrow leads from what uses to what is used.
func (o *GraphOut) draw() string {
	if len(o.Candidates) > 0 {
		return o.drawCandidates()
	}
	d := newDrawing()
	if o.Target != nil {
		d.node(o.Target.Project+"\x00"+o.Target.Symbol, o.Target.Symbol)
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
		here := d.node(m.Project+"\x00"+m.Symbol, label)
		there := d.node(m.FromProject+"\x00"+m.From, m.From)
		kind, _, _ := strings.Cut(m.Via, " ")
		e := drawnEdge{here, there, kind, m.Tier != "exact"}
		if o.lineage && m.Direction == graph.DirectionDown {
			// What is based on a type points to it, as what it is based on is pointed at.
		} else if o.down || o.lineage || m.Direction == graph.DirectionDown {
			e.from, e.to = there, here
		}
		d.edge(e)
	}
	return d.text(o.format)
}

// drawCandidates says in comments of a drawing of nothing what the name may mean.
func (o *GraphOut) drawCandidates() string {
	p := &Page{}
	candidatesText(o.Candidates, p)
	comment, text := "%% ", newDrawing().text(o.format)
	if o.format == formatDot {
		comment = "// "
	}
	var b strings.Builder
	for _, l := range p.lines {
		// What a comment of Mermaid says in braces after two marks is a setting.
		b.WriteString(comment + strings.ReplaceAll(l.text, "%%{", "%% {") + "\n")
	}
	return b.String() + text
}
