package swift

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// unknown is syntax that the grammar does not have, its last group being what is
// left out: the mark of a macro, suppressed conformance, typed errors, words of
// ownership, isolation and parameters that are values, await after try, and commas
// after the last of a list.
// They are compiled when the first file needs them: most processes read none.
var unknown = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(#)[A-Za-z_]\w*`),
		regexp.MustCompile(`[:,&<]\s*(~)[A-Z]`),
		regexp.MustCompile(`\bthrows(\([^()\n]*\))`),
		regexp.MustCompile(`\bnonisolated(\((?:unsafe|nonsending)\))`),
		regexp.MustCompile(`[:,(<]\s*((?:(?:sending|borrowing|consuming|isolated|nonisolated)\s+)+)[\w@\[(]`),
		regexp.MustCompile(`\btry[?!]?\s+(await )`),
		regexp.MustCompile(`(?m)[=(,]\s*((?:consume|copy|unsafe) )\w|^\s*(unsafe )\w`),
		regexp.MustCompile(`[\w\]?)}](,)\s*\)`),
		regexp.MustCompile(`(@convention\(\w+\) )`),
		regexp.MustCompile(`(@_\w+\([^()\n]*\))`),
		regexp.MustCompile(`(?m)\btypealias [^\n=]*=[^\n]*?( where [^\n]*)$`),
		regexp.MustCompile(`<(let )\w+\s*:`),
		regexp.MustCompile(`->\s*(sending )`),
		regexp.MustCompile(`[:,]\s*(@(?:retroactive|preconcurrency|unsafe)) `),
		regexp.MustCompile(`\b(package\(set\) )`),
		regexp.MustCompile(`(?m)^\s*(package )(?:func|let|var|struct|class|enum|protocol|final|static|init|actor|typealias|extension|convenience)`),
	}
})

// directives begin with the mark of a macro, but are the grammar's own.
var directives = []string{"#if", "#else", "#elseif", "#endif", "#available", "#unavailable", "#selector", "#keyPath", "#file", "#fileID", "#filePath",
	"#line", "#column", "#function", "#dsohandle", "#warning", "#error", "#sourceLocation", "#externalMacro", "#colorLiteral",
	"#fileLiteral", "#imageLiteral"}

// fallbackEdits leaves out the syntax that the grammar does not have.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for i, form := range unknown() {
		for _, m := range form.FindAllSubmatchIndex(t.Source, -1) {
			if i == 0 && slices.Contains(directives, string(t.Source[m[0]:m[1]])) {
				continue
			}
			from, to := m[2], m[3]
			if from < 0 {
				from, to = m[4], m[5]
			}
			edits = append(edits, lang.Edit{Start: uint32(from), End: uint32(to), Text: blanks(t.Source[from:to])})
		}
	}
	return lang.InOrder(edits)
}

// blanks returns text with all but its line ends made blanks.
func blanks(text []byte) string {
	return string(bytes.Map(func(c rune) rune {
		if c == '\n' || c == '\r' {
			return c
		}
		return ' '
	}, text))
}
