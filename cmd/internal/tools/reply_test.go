package tools

import (
	"errors"
	"testing"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
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
		if got := tool.AsTools(hint); got != want {
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
