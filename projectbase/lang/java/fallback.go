package java

import (
	"bytes"
	"strings"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// importModule matches "import module a.b;" up to the name.
var importModule = lang.Lazily(`(?m)^\s*import\s+(module\s)\s*[\pL_$]`)

// conflict matches a conflict marker of Git.
var conflict = lang.Lazily(`(?m)^(?:<<<<<<< .*|=======|\|{7} .*|>>>>>>> .*)\r?$`)

// fallbackEdits rewrites syntax that the grammar lacks, and conflict markers.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	hide := func(from, to int) {
		newlines := bytes.Count(t.Source[from:to], []byte("\n"))
		edits = append(edits, lang.Edit{Start: uint32(from), End: uint32(to), Text: strings.Repeat(" ", to-from-newlines) + strings.Repeat("\n", newlines), Hide: true})
	}
	for _, m := range importModule().FindAllSubmatchIndex(t.Source, -1) {
		hide(m[2], m[3])
	}
	for _, m := range conflict().FindAllIndex(t.Source, -1) {
		hide(m[0], m[1])
	}
	return lang.InOrder(edits)
}
