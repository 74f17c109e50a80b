package java

import (
	"bytes"
	"regexp"
	"strings"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// importModule is "import module a.b;" up to the name.
var importModule = regexp.MustCompile(`(?m)^\s*import\s+(module\s)\s*[\pL_$]`)

// modern rewrites what Java allows and the grammar does not know.
func modern(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, m := range importModule.FindAllSubmatchIndex(t.Source, -1) {
		from, to := m[2], m[3]
		newlines := bytes.Count(t.Source[from:to], []byte("\n"))
		edits = append(edits, lang.Edit{Start: uint32(from), End: uint32(to), Text: strings.Repeat(" ", to-from-newlines) + strings.Repeat("\n", newlines)})
	}
	return edits
}
