package extract

import (
	"regexp"
	"testing"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	"github.com/google/go-cmp/cmp"
)

func TestRelocate(t *testing.T) {
	source := []byte("one;\n#if x\ntwo async three\n#endif\nfour")
	edits := []lang.Edit{
		{Start: 3, End: 4, Text: "{}"},       // longer
		{Start: 5, End: 11, Text: " \n"},     // shorter, over a line's end
		{Start: 11, End: 11, Text: "class "}, // only inserted
		{Start: 15, End: 16, Text: "_"},      // as long
		{Start: 27, End: 34, Text: " \n"},
	}
	text := edited(source, edits)
	if want := "one{}\n \nclass two _sync three\n \nfour"; string(text) != want {
		t.Fatalf("edited: %q, want %q", text, want)
	}
	tree := &syntax.Tree{Source: text}
	for _, at := range regexp.MustCompile(`\w+|\{\}`).FindAllIndex(text, -1) {
		tree.Nodes = append(tree.Nodes, syntax.Node{Start: uint32(at[0]), End: uint32(at[1])})
	}
	relocate(tree, source, edits)
	var got []string
	for i := range tree.Nodes {
		got = append(got, string(tree.Text(uint32(i))))
	}
	if diff := cmp.Diff([]string{"one", ";", "", "two", "async", "three", "four"}, got); diff != "" {
		t.Error(diff)
	}
}
