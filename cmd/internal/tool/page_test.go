package tool

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPageCutsAtWholeLines(t *testing.T) {
	p := &Page{}
	p.Line("head")
	for i := range 100 {
		p.Hit("  result %d", i)
	}
	p.More("narrow it")
	for _, max := range []int{20, 30, 50, 200} {
		text := p.Render(TextOptions{MaxTokens: max})
		if len(text) > max*BytesPerToken {
			t.Errorf("max %d: %d bytes, more than %d", max, len(text), max*BytesPerToken)
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		want := []string{"head"}
		for i := range len(lines) - 2 {
			want = append(want, fmt.Sprintf("  result %d", i))
		}
		want = append(want, fmt.Sprintf("... cut: %d results more; raise max_tokens to 299 or narrow it", 100-(len(lines)-2)))
		if d := cmp.Diff(want, lines); d != "" {
			t.Errorf("max %d (-want +got):\n%s", max, d)
		}
	}
	if text := p.Render(TextOptions{}); strings.Count(text, "\n") != 101 || strings.Contains(text, "cut") {
		t.Errorf("without a limit:\n%s", text)
	}
}

// TestPageCutKeepsWhatMatters: notes, then definitions with their file and
// project, then files, then the rest.
func TestPageCutKeepsWhatMatters(t *testing.T) {
	p := &Page{}
	p.Line("term: 90 matches")
	p.Project("one")
	p.Path("a.go")
	for i := range 40 {
		p.Hit("  %d code", 100+i)
	}
	p.Project("two")
	p.Path("b.go")
	p.Hit("  1 code")
	p.Path("c.go")
	p.Mark("  2* method")
	for i := range 40 {
		p.Hit("  %d code", 200+i)
	}
	p.Note("note: pending")
	tests := []struct {
		tokens int
		want   string
	}{
		{26, "term: 90 matches\ntwo:\nc.go\n  2* method\nnote: pending\n... cut: 81 results more; raise max_tokens to 240\n"},
		{33, "term: 90 matches\none:\na.go\n  100 code\ntwo:\nb.go\nc.go\n  2* method\nnote: pending\n... cut: 80 results more; raise max_tokens to 240\n"},
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.want, p.Render(TextOptions{MaxTokens: tt.tokens})); d != "" {
			t.Errorf("%d tokens (-want +got):\n%s", tt.tokens, d)
		}
	}
}

func TestPageColor(t *testing.T) {
	p := &Page{}
	p.Path("a.go")
	p.Hit("  1 code")
	p.Mark("  2* method")
	if d := cmp.Diff("\x1b[35ma.go\x1b[0m\n  1 code\n\x1b[1m  2* method\x1b[0m\n", p.Render(TextOptions{Color: true})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
