package tool

import (
	"fmt"
	"strings"

	"codegraph/projectbase/query"
)

// Formats of answers that are drawn.
const (
	formatMermaid = "mermaid"
	formatDot     = "dot"
)

// drawing is a graph for another program to draw.
type drawing struct {
	labels []string       // as they may be shown
	ids    map[string]int // by what tells nodes apart
	edges  []drawnEdge
	known  map[drawnEdge]bool
}

type drawnEdge struct {
	from, to int
	label    string
	weak     bool
}

func newDrawing() *drawing { return &drawing{ids: map[string]int{}, known: map[drawnEdge]bool{}} }

// node returns the number of a node, which it enters if it is new.
func (d *drawing) node(key, label string) int {
	id, ok := d.ids[key]
	if !ok {
		id = len(d.labels)
		d.ids[key] = id
		d.labels = append(d.labels, drawnLabel(label))
	}
	return id
}

func (d *drawing) edge(e drawnEdge) {
	if e.label != "" {
		e.label = drawnLabel(e.label)
	}
	if !d.known[e] {
		d.known[e] = true
		d.edges = append(d.edges, e)
	}
}

// maxLabel is how many characters of a line of a label are drawn. Programs that
// draw refuse whole texts that are too long, not one name.
const maxLabel = 200

// drawnLabel returns the lines of a label as they may be shown. It is never
// empty: Mermaid refuses such labels.
func drawnLabel(text string) string {
	var lines []string
	for l := range strings.Lines(text) {
		if l = query.Shown(l, maxLabel); l != "" {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return "?"
	}
	return strings.Join(lines, "\n")
}

// text returns the drawing in a format.
func (d *drawing) text(format string) string {
	if format == formatDot {
		return d.dot()
	}
	return d.mermaid()
}

func (d *drawing) mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for i, l := range d.labels {
		fmt.Fprintf(&b, "  n%d[\"%s\"]\n", i, mermaidText(l))
	}
	for _, e := range d.edges {
		arrow := "-->"
		if e.weak {
			arrow = "-.->"
		}
		label := ""
		if e.label != "" {
			label = `|"` + mermaidText(e.label) + `"|`
		}
		fmt.Fprintf(&b, "  n%d %s%s n%d\n", e.from, arrow, label, e.to)
	}
	return b.String()
}

// mermaidText writes what Mermaid would read as its own as entities. See
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

func (d *drawing) dot() string {
	var b strings.Builder
	b.WriteString("digraph codegraph {\n  rankdir=LR;\n  node [shape=box];\n")
	for i, l := range d.labels {
		fmt.Fprintf(&b, "  n%d [label=\"%s\"];\n", i, dotText(l))
	}
	for _, e := range d.edges {
		var attributes []string
		if e.label != "" {
			attributes = append(attributes, `label="`+dotText(e.label)+`"`)
		}
		if e.weak {
			attributes = append(attributes, "style=dashed")
		}
		list := ""
		if len(attributes) > 0 {
			list = " [" + strings.Join(attributes, ", ") + "]"
		}
		fmt.Fprintf(&b, "  n%d -> n%d%s;\n", e.from, e.to, list)
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

// Drawn is what tools take whose answer can be drawn.
type Drawn struct {
	Format string `json:"format,omitempty" jsonschema:"enum=text,enum=json,enum=mermaid,enum=dot" jsonschema_description:"text (default), json, mermaid or dot" mcp:"-"`
	Common
}

func (d *Drawn) common() *Common {
	d.Common.Format = d.Format
	return &d.Common
}
