// Package lookup finds projects of a catalog by name and by link.
package lookup

import (
	"slices"
	"strings"

	"codegraph/catalog"
)

// Pick implements the rules of catalog.Projects.Find over a list of projects.
func Pick(projects []catalog.Project, name, node string) (catalog.Project, error) {
	rules := []func(catalog.Project) bool{
		func(p catalog.Project) bool { return string(p.ID) == name },
		func(p catalog.Project) bool { return p.Root == name && p.Node == node },
		func(p catalog.Project) bool { return p.Name == name },
		func(p catalog.Project) bool { return strings.EqualFold(p.Name, name) },
	}
	for _, fits := range rules {
		var hits []catalog.Project
		for _, p := range projects {
			if fits(p) {
				hits = append(hits, p)
			}
		}
		switch len(hits) {
		case 0:
			continue
		case 1:
			return hits[0], nil
		}
		slices.SortFunc(hits, catalog.Compare)
		return catalog.Project{}, &catalog.AmbiguousError{Name: name, Candidates: hits}
	}
	names := make([]string, len(projects))
	for i, p := range projects {
		names[i] = p.Name
	}
	return catalog.Project{}, &catalog.NotFoundError{What: "project", Name: name, Nearest: Nearest(name, names)}
}

const (
	maxNearest = 3   // suggested names
	maxCompare = 128 // compared bytes of a name
)

// Nearest returns up to three names that are similar to name, the most similar
// first: few letters differ, or one contains the other.
func Nearest(name string, names []string) []string {
	type near struct {
		name string
		far  int
	}
	var list []near
	want := clip(name)
	if want == "" {
		return nil
	}
	for _, n := range names {
		have := clip(n)
		far := editDistance(want, have)
		if far > max(1, min(len(want), len(have))/3) {
			if have == "" || !strings.Contains(have, want) && !strings.Contains(want, have) {
				continue
			}
			far = maxCompare + far // after all names with a typing mistake
		}
		list = append(list, near{n, far})
	}
	slices.SortFunc(list, func(a, b near) int {
		if a.far != b.far {
			return a.far - b.far
		}
		return strings.Compare(a.name, b.name)
	})
	list = slices.CompactFunc(list, func(a, b near) bool { return a.name == b.name })
	var out []string
	for _, n := range list[:min(len(list), maxNearest)] {
		out = append(out, n.name)
	}
	return out
}

func clip(s string) string {
	return strings.ToLower(s[:min(len(s), maxCompare)])
}

// editDistance returns the number of bytes to insert, delete, replace or swap with
// their neighbour to turn a into b.
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
