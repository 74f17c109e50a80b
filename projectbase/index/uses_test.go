package index

import (
	"slices"
	"testing"

	"codegraph/projectbase"
)

// TestMainTypesWithoutMemberAliases checks that an alias inside of a type or a
// function is no main type, and that an alias of a namespace or file is one.
func TestMainTypesWithoutMemberAliases(t *testing.T) {
	list := []projectbase.Symbol{
		{Kind: projectbase.KindNamespace, Word: "namespace", Name: "n", Container: projectbase.NoSymbol, NameLine: 1},
		{Kind: projectbase.KindClass, Word: "class", Name: "Box", Container: 0, NameLine: 2},
		{Kind: projectbase.KindType, Word: "alias", Name: "T", Container: 1, NameLine: 3},
		{Kind: projectbase.KindClass, Word: "class", Name: "Lid", Container: 1, NameLine: 4},
		{Kind: projectbase.KindType, Word: "alias", Name: "Boxes", Container: 0, NameLine: 5},
		{Kind: projectbase.KindType, Word: "alias", Name: "Item", Container: projectbase.NoSymbol, Owner: "Box", NameLine: 6},
		{Kind: projectbase.KindType, Word: "alias", Name: "Handle", Container: projectbase.NoSymbol, NameLine: 7},
	}
	var u uses
	u.symbols("a.h", "cpp", false, list)
	want := []string{"Box (class) a.h:2", "Boxes (alias) a.h:5", "Handle (alias) a.h:7", "Lid (class) a.h:4"}
	if got := u.mainTypes(); !slices.Equal(got, want) {
		t.Errorf("main types %q, want %q", got, want)
	}
}
