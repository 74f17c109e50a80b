package catalog

import (
	"cmp"
	"strings"
)

// ComparePackages orders packages as Store.Packages lists them; 0 is equality.
func ComparePackages(a, b Package) int {
	return cmp.Or(strings.Compare(a.Ecosystem, b.Ecosystem), strings.Compare(a.Key, b.Key), cmp.Compare(a.Project, b.Project),
		strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Name, b.Name),
		strings.Compare(a.Version, b.Version), strings.Compare(a.Dir, b.Dir))
}

// CompareRequirements orders requirements as Store.Requirements lists them; 0
// is equality.
func CompareRequirements(a, b Requirement) int {
	return cmp.Or(strings.Compare(a.Ecosystem, b.Ecosystem), strings.Compare(a.Key, b.Key), cmp.Compare(a.Project, b.Project),
		strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Entry, b.Entry),
		strings.Compare(a.Name, b.Name), strings.Compare(a.Alias, b.Alias), strings.Compare(a.Version, b.Version),
		strings.Compare(a.Local, b.Local), compareBools(a.Dev, b.Dev), compareBools(a.Optional, b.Optional),
		compareBools(a.Indirect, b.Indirect), compareBools(a.Workspace, b.Workspace))
}

// CompareLinks orders links as Store.Links lists them; 0 is equality.
func CompareLinks(a, b Link) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Origin, b.Origin),
		strings.Compare(a.Ecosystem, b.Ecosystem), strings.Compare(a.Package, b.Package), strings.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line), strings.Compare(a.Root, b.Root), strings.Compare(a.Entry, b.Entry),
		cmp.Compare(a.Tier, b.Tier), strings.Compare(a.Name, b.Name), strings.Compare(a.Required, b.Required),
		strings.Compare(a.Found, b.Found), strings.Compare(a.Via, b.Via), compareBools(a.Dev, b.Dev),
		compareBools(a.Optional, b.Optional))
}

// CompareManualLinks orders links by hand; 0 is equality.
func CompareManualLinks(a, b ManualLink) int {
	return cmp.Or(strings.Compare(a.Root, b.Root), cmp.Compare(a.To, b.To), strings.Compare(a.Name, b.Name))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
