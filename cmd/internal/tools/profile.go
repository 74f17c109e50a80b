package tools

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
)

// leanTools and standardTools name the tools of the profiles lean and standard. All
// others are only in the profile all. The list also has names of
// planned tools that do not exist yet; such a name has no effect.
var (
	leanTools     = []string{"search", "context", "symbol", "callers", "query"}
	standardTools = append([]string{
		"callees", "references", "impact", "affected", "review", "path", "signature", "signatures", "summary", "tree",
		"docs", "batch", "projects", "status", "init", "scan", "links",
	}, leanTools...)
)

// Offered returns the tools of a profile (lean, standard or all; "" is standard),
// or those of a list of names separated by commas, with or without Prefix.
func Offered(choice string) ([]*tool.Spec, error) {
	switch choice {
	case "lean":
		return specs(func(s *tool.Spec) bool { return slices.Contains(leanTools, s.Name) }), nil
	case "standard", "":
		return specs(func(s *tool.Spec) bool { return slices.Contains(standardTools, s.Name) }), nil
	case "all":
		return specs(func(*tool.Spec) bool { return true }), nil
	}
	var out []*tool.Spec
	for _, name := range strings.Split(choice, ",") {
		name = strings.TrimPrefix(strings.TrimSpace(name), tool.Prefix)
		s := named(name)
		if s == nil {
			return nil, fmt.Errorf("%w: unknown profile or tool %q; profiles are lean, standard and all, tools are %s",
				projectbase.ErrUsage, name, strings.Join(offeredNames(), ", "))
		}
		if !slices.ContainsFunc(out, func(o *tool.Spec) bool { return o.Name == name }) {
			out = append(out, s)
		}
	}
	return out, nil
}

// specs returns the tools that assistants can call and that fit.
func specs(fits func(*tool.Spec) bool) []*tool.Spec {
	var out []*tool.Spec
	for _, s := range All() {
		if !s.PeopleOnly && fits(s) {
			out = append(out, s)
		}
	}
	return out
}

// named returns the tool with that name, nil if assistants cannot call one.
func named(name string) *tool.Spec {
	for _, s := range specs(func(s *tool.Spec) bool { return s.Name == name }) {
		return s
	}
	return nil
}

func offeredNames() []string {
	var names []string
	for _, s := range specs(func(*tool.Spec) bool { return true }) {
		names = append(names, s.Name)
	}
	return names
}
