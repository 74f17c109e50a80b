package outline

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// GlobalImports is the consulted name for the set of files with project-wide imports.
const GlobalImports = "*global"

// HasGlobals reports whether the file has imports that apply to other files: "global
// using" of C#.
func (o *Outline) HasGlobals() bool {
	return slices.ContainsFunc(o.Imports, func(m projectbase.Import) bool { return m.Kind == projectbase.ImportGlobal })
}

// Uses reports whether an import of the file makes the static classes of a namespace
// known, or one of these classes alone. The imported name may be relative to one of the
// namespaces around.
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

// ImportsText returns a text of all imports of the file, to compare files by. It is safe
// for concurrent use.
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
