package lang

import (
	"cmp"
	"slices"

	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
)

// Parse contains the grammars of a language and the edits of the text before parsing.
// See the package documentation for the terms.
type Parse struct {
	// Dialects are the grammars. The first one parses every extension that no other
	// dialect lists. A language without dialects is indexed as plain text.
	Dialects []Dialect

	// Preprocess returns edits for every file before it is parsed. C needs it:
	// its grammar describes text after the preprocessor.
	Preprocess func(source []byte) []Edit

	// Predict finds fallback edits in the text alone, and must be cheap. If
	// the edited text parses without errors, its tree is used, and the
	// unedited text is never parsed: TypeScript predicts "export type *".
	Predict func(source []byte) []Edit

	// FallbackEdits are tried in order if a file has syntax errors. Each
	// function gets the tree with the errors. The tree with the fewest errors
	// is used, the first of equal ones.
	FallbackEdits []func(t *syntax.Tree) []Edit
}

// Dialect is one grammar of a language.
type Dialect struct {
	Name       string
	Extensions []string // those extensions of the language that this grammar parses
	Grammar    func() *sitter.Language
}

// Edit replaces a range of a file by Text, for the parser only. A list of edits is
// in order and does not overlap. Text keeps the newlines of the range.
type Edit struct {
	Start, End uint32 // byte offsets, half-open
	Text       string
	Hide       bool // signatures omit the range
}

// InOrder sorts edits, in place, and drops each edit that begins inside an earlier
// one. Edits of length zero may share their position with the next one.
func InOrder(edits []Edit) []Edit {
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	end := uint32(0)
	return slices.DeleteFunc(edits, func(e Edit) bool {
		if e.Start < end {
			return true
		}
		end = e.End
		return false
	})
}
