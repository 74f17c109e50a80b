package resolve

import (
	"strings"

	"codegraph/projectbase"
)

// ownerName returns the type that a symbol belongs to where that is not its
// container. An extension method of C# belongs to the type of its first
// parameter, which only its signature tells: "static int Twice(this int n)".
func ownerName(s *projectbase.Symbol) string {
	if s.Owner != "" || s.Kind != projectbase.KindMethod || !s.Flags.Has(projectbase.FlagStatic) {
		return s.Owner
	}
	_, rest, ok := strings.Cut(s.Signature, "(this ")
	if !ok {
		return ""
	}
	first := splitAny(rest, ",)")[0]
	for _, word := range []string{"ref ", "in ", "scoped ", "readonly "} {
		first = strings.TrimPrefix(first, word)
	}
	i := strings.LastIndexByte(first, ' ')
	if i < 0 {
		return ""
	}
	return strings.TrimRight(strings.TrimSpace(first[:i]), "?")
}

// extends reports whether a symbol is a method that lies in one type and is
// called as one of another.
func extends(x Ref) bool {
	s := x.symbol()
	return s.Owner != "" && !s.Kind.IsType() && s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Kind.IsType()
}
