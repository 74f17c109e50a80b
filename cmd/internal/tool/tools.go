package tool

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// Offered returns the tools of a profile that is called lean, standard, all or
// "", which is standard, or those of a list of names separated by commas, with
// or without codegraph_ before them.
func Offered(choice string) ([]*Spec, error) {
	p, ok := profiles[choice]
	if choice == "" {
		p, ok = ProfileStandard, true
	}
	var out []*Spec
	if ok {
		for _, s := range All() {
			if s.Profile != ProfileNone && s.Profile <= p {
				out = append(out, s)
			}
		}
		return out, nil
	}
	for _, name := range strings.Split(choice, ",") {
		name = strings.TrimPrefix(strings.TrimSpace(name), Prefix)
		s := named(name)
		if s == nil {
			return nil, fmt.Errorf("%w: unknown profile or tool %q; profiles are lean, standard and all, tools are %s",
				projectbase.ErrUsage, name, strings.Join(offeredNames(), ", "))
		}
		if !slices.ContainsFunc(out, func(o *Spec) bool { return o.Name == name }) {
			out = append(out, s)
		}
	}
	return out, nil
}

// named returns the tool with a name that assistants may be offered, nil if
// there is none.
func named(name string) *Spec {
	for _, s := range All() {
		if s.Name == name && s.Profile != ProfileNone {
			return s
		}
	}
	return nil
}

func offeredNames() []string {
	var names []string
	for _, s := range All() {
		if s.Profile != ProfileNone {
			names = append(names, s.Name)
		}
	}
	return names
}

// All returns the tools, in the order of the help. It is the only list of them.
func All() []*Spec {
	return []*Spec{
		Init(), Update(), UpdateBatch(), Remove(), Sync(),
		Query(), Signature(), Signatures(), Tree(),
		Symbol(), Callers(), Callees(), References(), Impact(), Affected(),
		HierarchyTool(), Implementations(), Imports(), Importers(),
		DiffContext(), Unused(), Cycles(), Hotspots(), Complexity(), Coupling(),
		Summary(), Describe(), Docs(), UpdateDocs(),
		Scan(), Projects(), ProjectTool(), Link(), Unlink(), Links(), Why(),
		Export(), Status(), Doctor(),
	}
}

func init() { Known = All }
