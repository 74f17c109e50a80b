package tools

import (
	"errors"
	"testing"

	"codegraph/projectbase"
)

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
