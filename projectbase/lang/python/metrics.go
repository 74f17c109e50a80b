package python

import (
	"bytes"

	"codegraph/projectbase/syntax"
)

// fallback reports whether a case of a match is the one that takes the rest.
func fallback(t *syntax.Tree, branch uint32) bool {
	return bytes.HasPrefix(t.Text(branch), []byte("case _:"))
}
