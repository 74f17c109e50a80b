package outline

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// globalImports is the key under which it is consulted which files have imports
// for all.
const GlobalImports = "*global"

// hasGlobals reports whether a file has imports that hold in others.
func (o *Outline) HasGlobals() bool {
	return slices.ContainsFunc(o.Imports, func(m projectbase.Import) bool { return m.Kind == projectbase.ImportGlobal })
}

// uses reports whether an import of a file makes the static classes of a
// namespace known, or one of them alone. What it names may begin in one of the
// namespaces around it.
func (o *Outline) Uses(around []string, space, class string) bool {
	return slices.ContainsFunc(o.Imports, func(m projectbase.Import) bool {
		if m.Name != "" && m.Name != "*" || m.Alias != "" && m.Alias != "." {
			return false
		}
		named := space
		if m.Kind == projectbase.ImportStatic {
			named = class
		}
		return slices.ContainsFunc(around, func(outer string) bool {
			return named != "" && expr.Join(outer, expr.Dotted(m.Module)) == named
		})
	})
}

// importsText returns all that the imports of a file say, to compare files by. It
// may be called at once from several goroutines.
func (o *Outline) ImportsText() string {
	o.lazy.importing.Do(func() {
		var b strings.Builder
		for _, m := range o.Imports {
			fmt.Fprintf(&b, "%d\x00%s\x00%s\x00%s\n", m.Kind, m.Module, m.Name, m.Alias)
		}
		o.lazy.imports = b.String()
	})
	return o.lazy.imports
}
