package typescript

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/ecmascript"
)

// convention reports whether a tool reads a symbol, or it declares a symbol that
// lies elsewhere: files of declarations, and interfaces in "declare global".
func convention(p projectbase.Path, s *projectbase.Symbol) bool {
	name := p.Base()
	return strings.HasSuffix(name, ".d.ts") || strings.HasSuffix(name, ".d.mts") || strings.HasSuffix(name, ".d.cts") ||
		s.Kind == projectbase.KindInterface && s.Container == projectbase.NoSymbol && s.Span.Column > 1 && !s.Flags.Has(projectbase.FlagExported) ||
		ecmascript.RouteExport(p, s)
}
