package format

import (
	"regexp/syntax"

	"codegraph/projectbase"
)

// RequiredLiteral returns the longest folded text that every match of the
// regular expression contains, or nil if there is none.
func RequiredLiteral(expr string) []byte {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	return literalOf(re.Simplify())
}

func literalOf(re *syntax.Regexp) []byte {
	switch re.Op {
	case syntax.OpLiteral:
		return projectbase.AppendFold(nil, string(re.Rune))
	case syntax.OpCapture, syntax.OpPlus:
		return literalOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literalOf(re.Sub[0])
		}
	case syntax.OpConcat:
		var best, run []byte
		for _, sub := range re.Sub {
			sub = uncaptured(sub)
			if sub.Op == syntax.OpLiteral {
				// Adjacent literals, for example with different flags, form
				// one.
				run = projectbase.AppendFold(run, string(sub.Rune))
			} else {
				run = nil
				if l := literalOf(sub); len(l) > len(best) {
					best = l
				}
			}
			if len(run) > len(best) {
				best = append([]byte(nil), run...)
			}
		}
		return best
	}
	return nil
}

// uncaptured returns the expression inside a group.
func uncaptured(re *syntax.Regexp) *syntax.Regexp {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	return re
}
