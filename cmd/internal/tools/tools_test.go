package tools

import (
	"encoding/json"
	"testing"

	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/tool"
	"codegraph/projectbase/query/search"
)

func TestCutJSON(t *testing.T) {
	full := &question.QueryOut{Term: "x", Matches: make([]search.Match, 100), TotalMatches: 100}
	full.Hint = "before"
	for i := range full.Matches {
		full.Matches[i].LineNumber = uint32(i + 1)
	}
	for _, tokens := range []int{0, 10, 200, 500, 100_000} {
		out, err := tool.CutJSON(full, tokens)
		if err != nil {
			t.Fatal(err)
		}
		got := out.(*question.QueryOut)
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		whole := tokens == 0 || tokens == 100_000
		if whole != (len(got.Matches) == 100) || whole == got.Truncated || got.TotalMatches != 100 {
			t.Errorf("%d tokens: %d matches, truncated %v, total %d", tokens, len(got.Matches), got.Truncated, got.TotalMatches)
		}
		if !whole && len(got.Matches) > 0 && (len(text) > tokens*tool.BytesPerToken || len(text) < tokens*tool.BytesPerToken*3/4) {
			t.Errorf("%d tokens: %d bytes", tokens, len(text))
		}
	}
	if len(full.Matches) != 100 || full.Truncated || full.Hint != "before" {
		t.Error("the answer itself was changed")
	}
}
