package tool

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/query/search"
)

func TestHintsNameTools(t *testing.T) {
	for hint, want := range map[string]string{
		"run: codegraph init /a/b":                                         `call codegraph_init {"path":"/a/b"}`,
		"run: codegraph init '/a b'":                                       `call codegraph_init {"path":"/a b"}`,
		"run: codegraph init --rebuild":                                    `call codegraph_init {"rebuild":true}`,
		"run: codegraph init":                                              "call codegraph_init",
		"codegraph projects lists them":                                    "codegraph_projects lists them",
		"codegraph update-docs imports them":                               "codegraph_update_docs imports them",
		"run: codegraph publish":                                           "run: codegraph publish",
		"wait for it to end, then run this again":                          "wait for it to end, then run this again",
		"3 are not indexed; add --index to index them":                     "3 are not indexed; add index to index them",
		"nothing; run: codegraph scan DIR --index":                         `nothing; call codegraph_scan {"path":"DIR","index":true}`,
		"search for it: codegraph query 'a b' --mode contains":             `search for it: call codegraph_query {"term":"a b","mode":"contains"}`,
		"search for it: codegraph query x --limit 5 --scope all; or leave": `search for it: call codegraph_query {"term":"x","limit":5,"scope":"all"}; or leave`,
		"see: codegraph status -v; exclude them":                           "see: call codegraph_status; exclude them",
		"see which files are indexed: codegraph tree":                      "see which files are indexed: call codegraph_tree",
		"remove a.db, then run: codegraph init":                            "remove a.db, then call codegraph_init",
		"choose another directory: CODEGRAPH_DIR=.other codegraph init":    "choose another directory: CODEGRAPH_DIR=.other codegraph init",
		"name another catalog: CODEGRAPH_CATALOG or --catalog":             "name another catalog: CODEGRAPH_CATALOG or --catalog",
		"add --include-dependencies":                                       "add include_dependencies",
	} {
		if got := asTools(hint); got != want {
			t.Errorf("%q = %q, want %q", hint, got, want)
		}
	}
}

func TestOffered(t *testing.T) {
	sizes := map[string]int{}
	for _, choice := range []string{"lean", "", "standard", "all"} {
		list, err := Offered(choice)
		if err != nil {
			t.Fatal(err)
		}
		sizes[choice] = len(list)
	}
	if sizes[""] != sizes["standard"] || sizes["lean"] == 0 || sizes["lean"] >= sizes["standard"] || sizes["standard"] >= sizes["all"] {
		t.Errorf("sizes = %v", sizes)
	}
	if list, err := Offered(" codegraph_query, tree,query"); err != nil || len(list) != 2 || list[0].Name != "query" || list[1].Name != "tree" {
		t.Errorf("by name: %v, %v", list, err)
	}
	for _, choice := range []string{"fat", "query,", "export"} {
		if list, err := Offered(choice); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("%q: %v, %v", choice, list, err)
		}
	}
}

func TestCutJSON(t *testing.T) {
	full := &QueryOut{Term: "x", Matches: make([]search.Match, 100), TotalMatches: 100, Hint: "before"}
	for i := range full.Matches {
		full.Matches[i].LineNumber = uint32(i + 1)
	}
	for _, tokens := range []int{0, 10, 200, 500, 100_000} {
		out, err := CutJSON(full, tokens)
		if err != nil {
			t.Fatal(err)
		}
		got := out.(*QueryOut)
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		whole := tokens == 0 || tokens == 100_000
		if whole != (len(got.Matches) == 100) || whole == got.Truncated || got.TotalMatches != 100 {
			t.Errorf("%d tokens: %d matches, truncated %v, total %d", tokens, len(got.Matches), got.Truncated, got.TotalMatches)
		}
		if !whole && len(got.Matches) > 0 && (len(text) > tokens*bytesPerToken || len(text) < tokens*bytesPerToken*3/4) {
			t.Errorf("%d tokens: %d bytes", tokens, len(text))
		}
	}
	if len(full.Matches) != 100 || full.Truncated || full.Hint != "before" {
		t.Error("the answer itself was changed")
	}
}

func TestDeskAmongRoots(t *testing.T) {
	root := mustTree(t, "indexed/.codegraph/index.db", "indexed/sub/x.go", "plain/x.go", "here/deep/x.go")
	for _, tt := range []struct {
		name, dir string
		roots     []string
		want      string
	}{
		{"the first that is in a project", "here", []string{"plain", "indexed/sub"}, "indexed/sub"},
		{"else the first that exists", "here", []string{"gone", "plain"}, "plain"},
		{"the desk's own, if it is in one", "here/deep", []string{"indexed", "here"}, "here/deep"},
		{"a desk above does not count", "here", []string{"here/deep"}, "here/deep"},
		{"none that exists", "here", []string{"gone", "plain/x.go"}, "here"},
		{"none", "here", nil, "here"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var dirs []string
			for _, r := range tt.roots {
				dirs = append(dirs, filepath.Join(root, r))
			}
			if got := (&Desk{Dir: filepath.Join(root, tt.dir)}).Among(dirs).Dir; got != filepath.Join(root, tt.want) {
				t.Errorf("desk at %s, want %s", got, tt.want)
			}
		})
	}
}
