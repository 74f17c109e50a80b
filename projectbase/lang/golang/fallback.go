package golang

import (
	"bytes"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var (
	// genericMethod matches a method up to its type parameters.
	genericMethod = lang.Lazily(`(?m)^func[ \t]*\([^()]*\)[ \t]*\pL[\pL\pN_]*[ \t]*\[`)
	// making matches a call of new, whose argument the grammar reads as a
	// type.
	making = lang.Lazily(`(?:^|[^\pL\pN_.])(new)\(`)
)

// maxPiece bounds the searched text around one position, in bytes.
const maxPiece = 2000

// fallbackEdits handles syntax that the grammar lacks: methods with type
// parameters, and new with a value.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, at := range genericMethod().FindAllIndex(t.Source, -1) {
		if end := closing(t.Source, at[1]); end > 0 {
			edits = append(edits, lang.Edit{Start: uint32(at[1] - 1), End: uint32(end), Text: blanks(t.Source[at[1]-1 : end])})
		}
	}
	read := 0 // matches before it are done
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Symbol != syntax.ErrorSymbol {
			continue
		}
		from, to := around(t.Source, int(n.Start))
		if from, read = max(from, read), max(to, read); from >= to {
			continue
		}
		for _, m := range making().FindAllSubmatchIndex(t.Source[from:to], -1) {
			edits = append(edits, lang.Edit{Start: uint32(from + m[2]), End: uint32(from + m[3]), Text: "neu"})
		}
	}
	return lang.InOrder(edits)
}

// around returns the start of the line before an offset's line, and the end of
// that line, within limits.
func around(source []byte, at int) (from, to int) {
	first := max(at-maxPiece, 0)
	before := source[first:at]
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		from = bytes.LastIndexByte(before[:i], '\n') + 1
	}
	to = min(at+maxPiece, len(source))
	if i := bytes.IndexByte(source[at:to], '\n'); i >= 0 {
		to = at + i
	}
	return first + from, to
}

// closing returns the offset after the bracket that closes the list at an
// offset, 0 if there is none before the body.
// the offset, 0 if there is none before the body.
func closing(source []byte, at int) int {
	depth := 1
	for i := at; i < min(len(source), at+maxPiece); i++ {
		switch source[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '`':
			return 0
		}
	}
	return 0
}

// blanks masks text except line ends.
func blanks(text []byte) string {
	out := bytes.Clone(text)
	for i, c := range out {
		if c != '\n' && c != '\r' {
			out[i] = ' '
		}
	}
	return string(out)
}
