package python

import (
	"bytes"
	"regexp"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var (
	// typeParameters begins a definition's list of type parameters.
	typeParameters = lang.Lazily(`(?m)^[ \t]*(?:async[ \t]+def|def|class|type)[ \t]+\pL[\pL\pN_]*[ \t]*\[`)
	// template begins a template string, which reads like a formatted one.
	template = lang.Lazily(`(?:^|[^\pL\pN_])[rR]?([tT])[rR]?["']`)
	// execution begins an exec statement, which reads like a print statement.
	execution = lang.Lazily(`(?:^|[:;])[ \t]*(exec)[ \t]+\S`)
)

// maxList bounds how long a list of type parameters is looked through, in bytes.
const maxList = 2000

// fallbackEdits repairs what the grammar does not know: defaults of type parameters,
// template strings, and exec of more than a name or string.
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

// errorRows tells of each row up to the last one with an error whether it has one.
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
		// What is inside of a long error has errors of its own.
		for row := n.Row; row <= min(n.EndRow, n.Row+8); row++ {
			rows[row] = true
		}
	}
	return rows
}

// replace puts text in the place of the first group of each match in a line.
func replace(edits []lang.Edit, pattern *regexp.Regexp, line []byte, offset int, text string) []lang.Edit {
	for _, m := range pattern.FindAllSubmatchIndex(line, -1) {
		edits = append(edits, lang.Edit{Start: uint32(offset + m[2]), End: uint32(offset + m[3]), Text: text})
	}
	return edits
}

// defaults makes the defaults in a list of type parameters, which begins at the
// offset, bounds or parts of bounds. Those of *Ts and **P become blanks.
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
			return nil // more than a repair needs to understand
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

// blanks returns text with all but its line ends made blanks.
func blanks(text []byte) string {
	out := bytes.Clone(text)
	for i, c := range out {
		if c != '\n' && c != '\r' {
			out[i] = ' '
		}
	}
	return string(out)
}
