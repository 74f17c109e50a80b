package swift

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// unknown is syntax that the grammar lacks. The last group is masked: the # of
// a macro, suppressed conformances, typed throws, modifiers of ownership and
// isolation, value parameters, await after try, and trailing commas. The
// patterns are compiled on first use, because most processes need none.
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

// directives begin with # too, but the grammar knows them.
var directives = []string{"#if", "#else", "#elseif", "#endif", "#available", "#unavailable", "#selector", "#keyPath", "#file", "#fileID", "#filePath",
	"#line", "#column", "#function", "#dsohandle", "#warning", "#error", "#sourceLocation", "#externalMacro", "#colorLiteral",
	"#fileLiteral", "#imageLiteral"}

// fallbackEdits masks syntax that the grammar lacks.
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

// blanks masks text except line ends.
func blanks(text []byte) string {
	return string(bytes.Map(func(c rune) rune {
		if c == '\n' || c == '\r' {
			return c
		}
		return ' '
	}, text))
}
