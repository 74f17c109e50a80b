package extract

import (
	"regexp"
	"testing"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/golang"
	"codegraph/projectbase/syntax"

	"github.com/google/go-cmp/cmp"
)

func TestRelocate(t *testing.T) {
	source := []byte("one;\n#if x\ntwo async three\n#endif\nfour")
	edits := []lang.Edit{
		{Start: 3, End: 4, Text: "{}"},       // longer
		{Start: 5, End: 11, Text: " \n"},     // shorter, across a line end
		{Start: 11, End: 11, Text: "class "}, // insertion
		{Start: 15, End: 16, Text: "_"},      // same length
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
	relocate(tree, backward(edits))
	tree.Source = source
	var got []string
	for i := range tree.Nodes {
		got = append(got, string(tree.Text(uint32(i))))
	}
	if diff := cmp.Diff([]string{"one", ";", "", "two", "async", "three", "four"}, got); diff != "" {
		t.Error(diff)
	}
}

// Preprocessing and fallback edits apply one after the other, and all
// positions are those of the file.
func TestFallbackEditsOfPreprocessedText(t *testing.T) {
	l := *golang.Language
	replace := func(pattern, text string, hide bool) func([]byte) []lang.Edit {
		at := regexp.MustCompile(pattern)
		return func(source []byte) (edits []lang.Edit) {
			for _, m := range at.FindAllIndex(source, -1) {
				edits = append(edits, lang.Edit{Start: uint32(m[0]), End: uint32(m[1]), Text: text, Hide: hide})
			}
			return edits
		}
	}
	l.Parse.Preprocess = replace(`@wide@ ?`, "", true)
	repair := replace(`!!`, "", true)
	l.Parse.FallbackEdits = []func(*syntax.Tree) []lang.Edit{func(t *syntax.Tree) []lang.Edit { return repair(t.Source) }}
	x := New(Options{})
	defer x.Close()
	source := "package p\n\nfunc @wide@ first() {}\n\nfunc !!second(a @wide@ int) { third() }\n"
	f, err := x.File(Input{Language: &l, Path: "a.go", Source: []byte(source)})
	if err != nil {
		t.Fatal(err)
	}
	if f.Errors != 0 {
		t.Errorf("%d errors", f.Errors)
	}
	var got []string
	for _, s := range f.Symbols {
		got = append(got, s.Signature+" = "+source[s.Span.Start:s.Span.End])
	}
	want := []string{"func first() = func @wide@ first() {}", "func second(a int) = func !!second(a @wide@ int) { third() }"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(f.References) == 0 || f.Terms.Text(f.References[len(f.References)-1].Name) != "third" ||
		f.References[len(f.References)-1].Column != uint32(len("func !!second(a @wide@ int) { t")) {
		t.Errorf("references: %+v", f.References)
	}
}
