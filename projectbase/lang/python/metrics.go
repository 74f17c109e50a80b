package python

import (
	"bytes"

	"codegraph/projectbase/syntax"
)

// fallback reports the default case of a match.
func fallback(t *syntax.Tree, branch uint32) bool {
	return bytes.HasPrefix(t.Text(branch), []byte("case _:"))
}
