package catalog

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Check returns an ErrUsage that names the missing part of an entry, or nil.
func (e Entry) Check() error {
	switch p := e.Project; {
	case p.ID == "":
		return fmt.Errorf("%w: the project in %q has no id", ErrUsage, p.Root)
	case p.Node == "" || p.Root == "":
		return fmt.Errorf("%w: project %s has no machine or root", ErrUsage, p.ID)
	}
	return nil
}

// Sets returns the entry with sorted lists without duplicates. Each element has the
// entry's project. Links of the project to itself are dropped.
func (e Entry) Sets() Entry {
	e.Packages, e.Requirements, e.Links = slices.Clone(e.Packages), slices.Clone(e.Requirements), slices.Clone(e.Links)
	for i := range e.Packages {
		e.Packages[i].Project = e.Project.ID
	}
	for i := range e.Requirements {
		e.Requirements[i].Project = e.Project.ID
	}
	e.Links = slices.DeleteFunc(e.Links, func(l ManualLink) bool { return l.To == e.Project.ID || l.To == "" && l.Root == e.Project.Root })
	e.Packages = set(e.Packages, ComparePackages)
	e.Requirements = set(e.Requirements, CompareRequirements)
	e.Links = set(e.Links, CompareManualLinks)
	return e
}

func set[T comparable](list []T, order func(a, b T) int) []T {
	slices.SortFunc(list, order)
	return slices.Compact(list)
}

// CheckTags returns an ErrUsage for an invalid tag, or nil.
func CheckTags(tags []string) error {
	for _, t := range tags {
		if t == "" || strings.ContainsAny(t, ",:") || strings.ContainsFunc(t, unicode.IsSpace) {
			return fmt.Errorf("%w: %q is not a tag: a tag has no white space, commas or colons", ErrUsage, t)
		}
	}
	return nil
}

// CheckLinks returns the links sorted and without duplicates. ErrUsage: a link of a
// project to itself, or a link that is not derived.
func CheckLinks(links []Link) ([]Link, error) {
	for _, l := range links {
		if l.From == l.To {
			return nil, fmt.Errorf("%w: a link of project %q to itself, by %s:%d", ErrUsage, l.From, l.File, l.Line)
		}
		if l.Origin != Derived || l.Root != "" || l.Name != "" {
			return nil, fmt.Errorf("%w: the link from %q to %q is not derived", ErrUsage, l.From, l.To)
		}
	}
	return set(slices.Clone(links), CompareLinks), nil
}
