package python

import (
	"bytes"
	"regexp"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var (
	// typeParameters matches the start of a definition's type parameters.
	typeParameters = lang.Lazily(`(?m)^[ \t]*(?:async[ \t]+def|def|class|type)[ \t]+\pL[\pL\pN_]*[ \t]*\[`)
	// template matches the start of a template string.
	template = lang.Lazily(`(?:^|[^\pL\pN_])[rR]?([tT])[rR]?["']`)
	// execution matches the start of an exec statement.
	execution = lang.Lazily(`(?:^|[:;])[ \t]*(exec)[ \t]+\S`)
)

// maxList bounds a list of type parameters, in bytes.
const maxList = 2000

// fallbackEdits rewrites syntax that the grammar lacks: defaults of type
// parameters, template strings, and exec statements of Python 2.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, at := range typeParameters().FindAllIndex(t.Source, -1) {
		edits = append(edits, defaults(t.Source, at[1])...)
	}
	broken := errorRows(t)
	offset := 0
	for row, line := range bytes.SplitAfter(t.Source, []byte("\n")) {
		if row < len(broken) && broken[row] {
			edits = replace(edits, template(), line, offset, "f")
			edits = replace(edits, execution(), line, offset, "print")
		}
		offset += len(line)
	}
	return lang.InOrder(edits)
}

// errorRows reports for each row, up to the last error, whether it has a
// syntax error.
func errorRows(t *syntax.Tree) []bool {
	var rows []bool
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Symbol != syntax.ErrorSymbol {
			continue
		}
		for int(n.EndRow) >= len(rows) {
			rows = append(rows, false)
		}
		// A long error node contains further error nodes.
		for row := n.Row; row <= min(n.EndRow, n.Row+8); row++ {
			rows[row] = true
		}
	}
	return rows
}

// replace replaces the first group of each match in a line.
func replace(edits []lang.Edit, pattern *regexp.Regexp, line []byte, offset int, text string) []lang.Edit {
	for _, m := range pattern.FindAllSubmatchIndex(line, -1) {
		edits = append(edits, lang.Edit{Start: uint32(offset + m[2]), End: uint32(offset + m[3]), Text: text})
	}
	return edits
}

// defaults turns the defaults in a list of type parameters into bounds or
// parts of bounds. It masks those of *Ts and **P.
func defaults(source []byte, at int) []lang.Edit {
	var edits []lang.Edit
	depth, bound, star, blank := 1, false, false, -1
	for i := at; i < min(len(source), at+maxList) && depth > 0; i++ {
		c := source[i]
		switch c {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case '"', '\'', '#', ';':
			return nil // too complex
		}
		if depth == 0 || depth == 1 && c == ',' {
			if blank >= 0 {
				edits = append(edits, lang.Edit{Start: uint32(blank), End: uint32(i), Text: blanks(source[blank:i])})
			}
			bound, star, blank = false, false, -1
			continue
		}
		if depth != 1 {
			continue
		}
		switch {
		case c == ':':
			bound = true
		case c == '*' && blank < 0 && !bound:
			star = true
		case c == '=' && star && blank < 0:
			blank = i
		case c == '=' && bound:
			edits = append(edits, lang.Edit{Start: uint32(i), End: uint32(i + 1), Text: "|"})
		case c == '=' && blank < 0:
			bound = true
			edits = append(edits, lang.Edit{Start: uint32(i), End: uint32(i + 1), Text: ":"})
		}
	}
	return edits
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
