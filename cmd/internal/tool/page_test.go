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
		text := p.render(TextOptions{MaxTokens: max})
		if len(text) > max*bytesPerToken {
			t.Errorf("max %d: %d bytes, more than %d", max, len(text), max*bytesPerToken)
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		want := []string{"head"}
		for i := range len(lines) - 2 {
			want = append(want, fmt.Sprintf("  result %d", i))
		}
		want = append(want, fmt.Sprintf("... cut: %d results more; raise max_tokens or narrow it", 100-(len(lines)-2)))
		if d := cmp.Diff(want, lines); d != "" {
			t.Errorf("max %d (-want +got):\n%s", max, d)
		}
	}
	if text := p.render(TextOptions{}); strings.Count(text, "\n") != 101 || strings.Contains(text, "cut") {
		t.Errorf("without a limit:\n%s", text)
	}
}

func TestPageColor(t *testing.T) {
	p := &Page{}
	p.Path("a.go")
	p.Hit("  1 code")
	p.Mark("  2* method")
	if d := cmp.Diff("\x1b[35ma.go\x1b[0m\n  1 code\n\x1b[1m  2* method\x1b[0m\n", p.render(TextOptions{Color: true})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
