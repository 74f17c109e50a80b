package tool

import (
	"testing"

	"codegraph/projectbase"
)

func TestHintText(t *testing.T) {
	suggest, flag, pos := projectbase.Suggest, projectbase.Flag, projectbase.Positional
	for _, tt := range []struct {
		hint               Hint
		command, assistant string
	}{
		{suggest("", "init"), "run: codegraph init", "call codegraph_init"},
		{suggest("", "init", pos("path", "/a b")), "run: codegraph init '/a b'", `call codegraph_init {"path":"/a b"}`},
		{suggest("", "init", flag("rebuild", true)), "run: codegraph init --rebuild", `call codegraph_init {"rebuild":true}`},
		{suggest("search for it", "query", pos("term", "x"), flag("mode", "contains")),
			"search for it: codegraph query x --mode contains", `search for it: call codegraph_query {"mode":"contains","term":"x"}`},
		{suggest("refresh them", "update_docs"), "refresh them: codegraph update-docs", "refresh them: call codegraph_update_docs"},
		{suggest("", "query", pos("term", "--x")), "run: codegraph query -- --x", `call codegraph_query {"term":"--x"}`},
		{projectbase.Repeat("list indirect callers", flag("depth", 2)), "list indirect callers with --depth 2", `list indirect callers with {"depth":2}`},
		{Hint{Text: "choose another directory", Command: "CODEGRAPH_DIR=.other codegraph init"},
			"choose another directory: CODEGRAPH_DIR=.other codegraph init", "choose another directory: CODEGRAPH_DIR=.other codegraph init"},
		{Hint{Text: "update codegraph"}, "update codegraph", "update codegraph"},
		{Hint{Command: "codegraph publish"}, "run: codegraph publish", "run: codegraph publish"},
	} {
		if got := HintText(tt.hint, false); got != tt.command {
			t.Errorf("on the command line: %q, want %q", got, tt.command)
		}
		if got := HintText(tt.hint, true); got != tt.assistant {
			t.Errorf("for an assistant: %q, want %q", got, tt.assistant)
		}
	}
}
