package graph

import "codegraph/cmd/internal/tool"

// A title is the first line of an answer's text.
type title func(name string, total int) string

func callersTitle(direct bool) title {
	return func(name string, n int) string {
		if direct {
			return tool.Count(n, "direct caller", "direct callers") + " of " + name
		}
		return tool.Count(n, "caller", "callers") + " of " + name
	}
}

func calleesTitle(bool) title {
	return func(name string, n int) string { return name + " calls " + tool.Count(n, "symbol", "symbols") }
}

func referencesTitle(name string, n int) string {
	return tool.Count(n, "reference", "references") + " to " + name
}

func impactTitle(name string, n int) string {
	return "changing " + name + " may affect " + tool.Count(n, "symbol", "symbols")
}

func usesTitle(name string, n int) string {
	return name + " uses " + tool.Count(n, "symbol", "symbols")
}

func aroundTitle(name string, n int) string {
	return tool.Count(n, "symbol uses or is used", "symbols use or are used") + " by " + name
}

func testsTitle(files int) title {
	return func(_ string, n int) string {
		return tool.Count(n, "symbol in tests reaches", "symbols in tests reach") + " " + tool.Count(files, "changed file", "changed files")
	}
}

func hierarchyTitle(name string, n int) string {
	return tool.Count(n, "base or derived type", "base and derived types") + " of " + name
}

func implementationsTitle(name string, n int) string {
	return tool.Count(n, "implementation", "implementations") + " of " + name
}
