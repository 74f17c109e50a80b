package graph

import (
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// unresolvedHint counts the unresolved references that may belong to the answer
// of a walk. It is empty if they are few beside the answer's references.
func unresolvedHint(o *GraphOut, w graph.Walk, scope string) tool.Hint {
	switch {
	case o.Target == nil:
		return tool.Hint{}
	case w.Down:
		return unresolvedInside(o.unbound, w.Calls)
	}
	hint := unresolvedNamed(o.unbound, scope)
	if hint.Text == "" && o.unbound.Name != "" && (symbol.Unbound{References: o.Uncertain, Reached: o.unbound.Reached}).Notable() {
		return queryFor("references that may also refer to it", o.unbound.Name, scope)
	}
	return hint
}

// unresolvedNamed counts the unresolved references with the name of a symbol.
func unresolvedNamed(u symbol.Unbound, scope string) tool.Hint {
	if !u.Notable() {
		return tool.Hint{}
	}
	least, rest := "", ""
	if u.More {
		least, rest = "at least ", " (some files with the name were not searched)"
	}
	text := fmt.Sprintf("%s%s named %s in %s may also refer to it%s", least,
		tool.Count(u.References, "unresolved reference", "unresolved references"), u.Name, tool.Count(u.Files, "file", "files"), rest)
	return queryFor(text, u.Name, scope)
}

// queryFor suggests the query for a name.
func queryFor(text, name, scope string) tool.Hint {
	args := []projectbase.Arg{projectbase.Positional("term", name)}
	if scope != "" {
		args = append(args, projectbase.Flag("scope", scope))
	}
	return projectbase.Suggest(text, "query", args...)
}

// unresolvedInside counts the unresolved references inside a symbol.
func unresolvedInside(u symbol.Unbound, calls bool) tool.Hint {
	if !u.Notable() {
		return tool.Hint{}
	}
	one, many := "reference", "references"
	if calls {
		one, many = "call", "calls"
	}
	named := ""
	if names := u.Frequent(); len(names) > 0 {
		named = ": " + strings.Join(names, ", ") + tool.More(len(names) < len(u.Names))
	}
	return tool.Hint{Text: tool.Count(u.References, "unresolved "+one+" in it", "unresolved "+many+" in it") + named}
}
