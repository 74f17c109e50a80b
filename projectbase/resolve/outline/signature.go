package outline

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// parameterText returns the parameters in the signature of a callable with their
// brackets, after its type parameters. It returns "" if the signature does not show them.
func parameterText(s *projectbase.Symbol) string {
	for rest := s.Signature; ; {
		_, after, ok := strings.Cut(rest, s.Name)
		if !ok {
			return ""
		}
		rest = after
		open := strings.TrimLeft(after, " ")
		types := ""
		if strings.HasPrefix(open, "<") {
			if end := expr.Closing(open, 0); end > 0 {
				types, open = open[:end], open[end:]
			}
		}
		if strings.HasPrefix(open, "(") {
			if end := expr.Closing(open, 0); end > 0 {
				return types + open[:end]
			}
			return ""
		}
	}
}
