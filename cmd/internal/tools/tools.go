// Package tools has the only list of all tools.
package tools

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/graph"
	"codegraph/cmd/internal/measure"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
)

// Offered returns the tools of a profile that is called lean, standard, all or
// "", which is standard, or those of a list of names separated by commas, with
// or without codegraph_ before them.
func Offered(choice string) ([]*tool.Spec, error) {
	p, ok := tool.Profiles[choice]
	if choice == "" {
		p, ok = tool.ProfileStandard, true
	}
	var out []*tool.Spec
	if ok {
		for _, s := range All() {
			if s.Profile != tool.ProfileNone && s.Profile <= p {
				out = append(out, s)
			}
		}
		return out, nil
	}
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

// named returns the tool with a name that assistants may be offered, nil if
// there is none.
func named(name string) *tool.Spec {
	for _, s := range All() {
		if s.Name == name && s.Profile != tool.ProfileNone {
			return s
		}
	}
	return nil
}

func offeredNames() []string {
	var names []string
	for _, s := range All() {
		if s.Profile != tool.ProfileNone {
			names = append(names, s.Name)
		}
	}
	return names
}

// All returns the tools, in the order of the help. It is the only list of them.
func All() []*tool.Spec {
	return []*tool.Spec{
		action.Init(), action.Update(), action.UpdateBatch(), action.Remove(), action.Sync(),
		question.Query(), question.Signature(), question.Signatures(), question.Tree(),
		graph.Symbol(), graph.Callers(), graph.Callees(), graph.References(), graph.Impact(), graph.Affected(),
		graph.HierarchyTool(), graph.Implementations(), graph.Imports(), graph.Importers(),
		measure.DiffContext(), measure.Unused(), measure.Cycles(), measure.Hotspots(), measure.Complexity(), measure.Coupling(),
		question.Summary(), action.Describe(), question.Docs(), action.UpdateDocs(),
		register.Scan(), register.Projects(), register.ProjectTool(), register.Link(), register.Unlink(), register.Links(), register.Why(),
		question.Export(), question.Status(), question.Doctor(),
	}
}

func init() { tool.Known = All }
