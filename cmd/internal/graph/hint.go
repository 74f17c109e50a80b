package graph

import (
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// boundHint counts the unresolved references that may belong to the answer of a
// walk, and names the command that lists them; "" if they are few compared with
// the resolved ones.
func boundHint(o *GraphOut, w graph.Walk, scope string) string {
	switch {
	case o.Target == nil:
		return ""
	case w.Down:
		return unboundIn(o.unbound, w.Calls)
	}
	hint := unboundHint(o.unbound, scope)
	if hint == "" && o.unbound.Name != "" && (symbol.Unbound{References: o.Uncertain, Reached: o.unbound.Reached}).Notable() {
		hint = "to list all uses of the name: " + queryFor(o.unbound.Name, scope)
	}
	return hint
}

// unboundHint is boundHint for the users of a symbol.
func unboundHint(u symbol.Unbound, scope string) string {
	if !u.Notable() {
		return ""
	}
	least, rest := "", ""
	if u.More {
		least, rest = "at least ", " (some files with the name were not searched)"
	}
	return fmt.Sprintf("%s%s named %s in %s may also refer to it%s: %s", least, tool.Count(u.References, "unresolved reference", "unresolved references"),
		u.Name, tool.Count(u.Files, "file", "files"), rest, queryFor(u.Name, scope))
}

// queryFor returns the command that lists all uses of a name.
func queryFor(name, scope string) string {
	text := "codegraph query " + workspace.Quoted(name)
	if scope != "" {
		text += " --scope " + workspace.Quoted(scope)
	}
	return text
}

// unboundIn is boundHint for the symbols that a symbol uses.
func unboundIn(u symbol.Unbound, calls bool) string {
	if !u.Notable() {
		return ""
	}
	one, many := "unresolved reference", "unresolved references"
	if calls {
		one, many = "unresolved call", "unresolved calls"
	}
	named := ""
	if names := u.Frequent(); len(names) > 0 {
		named = ": " + strings.Join(names, ", ") + tool.More(len(names) < len(u.Names))
	}
	return tool.Count(u.References, one+" in it", many+" in it") + named
}
