package tool

import (
	"fmt"
	"strings"

	"codegraph/projectbase/query"
)

// Formats of answers that are drawn.
const (
	FormatMermaid = "mermaid"
	FormatDot     = "dot"
)

// Drawing is a graph for another program to draw.
type Drawing struct {
	labels []string       // as they may be shown
	ids    map[string]int // by the identity of a node
	edges  []DrawnEdge
	known  map[DrawnEdge]bool
}

type DrawnEdge struct {
	From, To int
	Label    string
	Weak     bool
}

func NewDrawing() *Drawing { return &Drawing{ids: map[string]int{}, known: map[DrawnEdge]bool{}} }

// Node returns the number of a node, which it enters if it is new.
func (d *Drawing) Node(key, label string) int {
	id, ok := d.ids[key]
	if !ok {
		id = len(d.labels)
		d.ids[key] = id
		d.labels = append(d.labels, drawnLabel(label))
	}
	return id
}

func (d *Drawing) Edge(e DrawnEdge) {
	if e.Label != "" {
		e.Label = drawnLabel(e.Label)
	}
	if !d.known[e] {
		d.known[e] = true
		d.edges = append(d.edges, e)
	}
}

// MaxLabel is how many characters of a line of a label are drawn. Programs that
// draw refuse whole texts that are too long, not one name.
const MaxLabel = 200

// drawnLabel returns the lines of a label as they may be shown. It is never
// empty: Mermaid refuses such labels.
func drawnLabel(text string) string {
	var lines []string
	for l := range strings.Lines(text) {
		if l = query.Shown(l, MaxLabel); l != "" {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return "?"
	}
	return strings.Join(lines, "\n")
}

// Text returns the drawing in a format.
func (d *Drawing) Text(format string) string {
	if format == FormatDot {
		return d.dot()
	}
	return d.mermaid()
}

func (d *Drawing) mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for i, l := range d.labels {
		fmt.Fprintf(&b, "  n%d[\"%s\"]\n", i, mermaidText(l))
	}
	for _, e := range d.edges {
		arrow := "-->"
		if e.Weak {
			arrow = "-.->"
		}
		label := ""
		if e.Label != "" {
			label = `|"` + mermaidText(e.Label) + `"|`
		}
		fmt.Fprintf(&b, "  n%d %s%s n%d\n", e.From, arrow, label, e.To)
	}
	return b.String()
}

// mermaidText escapes the special characters of Mermaid as entities. See
// https://mermaid.js.org/syntax/flowchart.html#special-characters-that-break-syntax
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString("<br/>")
		case strings.ContainsRune("\"#<>&;`\\|{}[]()", r):
			fmt.Fprintf(&b, "#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "$$", "#36;#36;") // else a formula lies between them
}

func (d *Drawing) dot() string {
	var b strings.Builder
	b.WriteString("digraph codegraph {\n  rankdir=LR;\n  node [shape=box];\n")
	for i, l := range d.labels {
		fmt.Fprintf(&b, "  n%d [label=\"%s\"];\n", i, dotText(l))
	}
	for _, e := range d.edges {
		var attributes []string
		if e.Label != "" {
			attributes = append(attributes, `label="`+dotText(e.Label)+`"`)
		}
		if e.Weak {
			attributes = append(attributes, "style=dashed")
		}
		list := ""
		if len(attributes) > 0 {
			list = " [" + strings.Join(attributes, ", ") + "]"
		}
		fmt.Fprintf(&b, "  n%d -> n%d%s;\n", e.From, e.To, list)
	}
	b.WriteString("}\n")
	return b.String()
}

// dotText escapes a label for the DOT language, which reads entities of HTML in
// labels, too.
func dotText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '&':
			b.WriteString("&amp;")
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
