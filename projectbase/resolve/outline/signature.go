package outline

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// paramsIn returns the parameters in the signature of a callable, with their
// brackets, and before them the type parameters that stand there; "" if they
// cannot be told.
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
