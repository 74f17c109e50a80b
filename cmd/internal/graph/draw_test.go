package graph

import (
	"strings"
	"testing"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase/query/symbol"
)

// TestDrawnLabels holds what labels may not do to a drawing: end their quotes,
// begin a line, turn the direction of text, give a setting.
func TestDrawnLabels(t *testing.T) {
	long := strings.Repeat("x", 70_000)
	tests := []struct{ name, label, mermaid, dot string }{
		{"a name", "pkg.Name", "pkg.Name", "pkg.Name"},
		{"two lines", "Name\na/b.go", "Name<br/>a/b.go", `Name\na/b.go`},
		{"quotes", `a"] --> b["`, "a#34;#93; --#62; b#91;#34;", `a\"] --> b[\"`},
		{"brackets", "f(x)[1]{2}<T>", "f#40;x#41;#91;1#93;#123;2#125;#60;T#62;", "f(x)[1]{2}<T>"},
		{"a backslash at the end", `a\`, "a#92;", `a\\`},
		{"escapes of dot", `\N\l`, "#92;N#92;l", `\\N\\l`},
		{"backticks", "`**bold**`", "#96;**bold**#96;", "`**bold**`"},
		{"entities", "&lt;#35;", "#38;lt#59;#35;35#59;", "&amp;lt;#35;"},
		{"a formula", "$a$$b$$", "$a#36;#36;b#36;#36;", "$a$$b$$"},
		{"a word of Mermaid", "end", "end", "end"},
		{"a statement of Mermaid", "a\n%%{init: {}}%%\nclick n0 call x()", "a<br/>%%#123;init: #123;#125;#125;%%<br/>click n0 call x#40;#41;",
			`a\n%%{init: {}}%%\nclick n0 call x()`},
		{"lines of Windows", "a\r\nb\rc\n", "a<br/>bc", `a\nbc`},
		{"directions", "a\u202eb\u2066c\u200f", "abc", "abc"},
		{"control characters", "a\x1b[31m\x07\u009bb\x00", "a#91;31mb", "a[31mb"},
		{"line breaks in disguise", "a\u2028b\u0085c", "abc", "abc"},
		{"no letters of any kind", "\u202e\n\x00", "?", "?"},
		{"nothing", "", "?", "?"},
		{"bytes that are no text", "a\xffb", "a\ufffdb", "a\ufffdb"},
		{"a long name", long + "\nb.go", long[:tool.MaxLabel-1] + "…<br/>b.go", long[:tool.MaxLabel-1] + `…\nb.go`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := tool.NewDrawing()
			n := d.Node("k", tt.label)
			d.Edge(tool.DrawnEdge{From: n, To: n, Label: tt.label})
			mermaidEdge, dotEdge := `  n0 -->|"`+tt.mermaid+"\"| n0\n", `  n0 -> n0 [label="`+tt.dot+"\"];\n"
			if tt.label == "" {
				mermaidEdge, dotEdge = "  n0 --> n0\n", "  n0 -> n0;\n"
			}
			if got, want := d.Text(tool.FormatMermaid), "flowchart LR\n  n0[\""+tt.mermaid+"\"]\n"+mermaidEdge; got != want {
				t.Errorf("mermaid:\n%.600s\nwant:\n%.600s", got, want)
			}
			if got, want := d.Text(tool.FormatDot), "digraph codegraph {\n  rankdir=LR;\n  node [shape=box];\n  n0 [label=\""+tt.dot+"\"];\n"+dotEdge+"}\n"; got != want {
				t.Errorf("dot:\n%.600s\nwant:\n%.600s", got, want)
			}
		})
	}
}

// TestDrawnCandidates holds that names in comments stay in them.
func TestDrawnCandidates(t *testing.T) {
	o := GraphOut{}
	o.format = tool.FormatMermaid
	o.Candidates = []symbol.Place{{Symbol: "a\nclick n0", Kind: "function", File: "%%{init: {}}%%.js"}, {Symbol: "a\u202e", Kind: "function", File: "b.js"}}
	want := "%% 2 symbols are named aclick n0; choose one with a qualified name or --file\n" +
		"%%   function aclick n0  %% {init: {}}%%.js:0\n%%   function a  b.js:0\nflowchart LR\n"
	if got := o.draw(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
