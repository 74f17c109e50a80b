package graph

import (
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// boundHint says how many references were bound to nothing, so that they may
// belong to the answer of a walk, and what shows them; "" if they are few beside
// those that the answer has.
func boundHint(o *GraphOut, w graph.Walk, scope string) string {
	switch {
	case o.Target == nil:
		return ""
	case w.Down:
		return unboundIn(o.Unbound, w.Calls)
	}
	hint := unboundHint(o.Unbound, scope)
	if hint == "" && o.Unbound.Name != "" && (symbol.Unbound{References: o.Uncertain, Reached: o.Unbound.Reached}).Notable() {
		hint = "to see what may mean it: " + queryFor(o.Unbound.Name, scope)
	}
	return hint
}

// unboundHint is boundHint of what uses a symbol.
func unboundHint(u symbol.Unbound, scope string) string {
	if !u.Notable() {
		return ""
	}
	least, rest := "", ""
	if u.More {
		least, rest = "at least ", " (not all files that have the name were looked at)"
	}
	return fmt.Sprintf("%s%s named %s in %s, bound to no symbol, may mean it%s; to see them: %s", least,
		tool.Count(u.References, "reference", "references"), u.Name, tool.Count(u.Files, "file", "files"), rest, queryFor(u.Name, scope))
}

// queryFor is the command that shows where a name is.
func queryFor(name, scope string) string {
	text := "codegraph query " + workspace.Quoted(name)
	if scope != "" {
		text += " --scope " + workspace.Quoted(scope)
	}
	return text
}

// unboundIn is boundHint of what a symbol uses.
func unboundIn(u symbol.Unbound, calls bool) string {
	if !u.Notable() {
		return ""
	}
	one, many := "reference", "references"
	if calls {
		one, many = "call", "calls"
	}
	named := ""
	if names := u.Frequent(); len(names) > 0 {
		named = ": " + strings.Join(names, ", ") + tool.More(len(names) < len(u.Names))
	}
	return tool.Count(u.References, one+" in it is", many+" in it are") + " bound to no symbol" + named
}
