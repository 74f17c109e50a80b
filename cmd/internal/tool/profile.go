package tool

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// Profile is a choice of the tools that assistants are offered. Each holds
// those before it.
type Profile int

// The profiles. A tool of none is for people alone.
const (
	ProfileNone Profile = iota
	ProfileLean
	ProfileStandard
	ProfileAll
)

var profiles = map[string]Profile{"lean": ProfileLean, "standard": ProfileStandard, "all": ProfileAll}

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

// Prefix comes before the names of tools where those of others are offered too.
const Prefix = "codegraph_"

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
