package catalog

import (
	"slices"
	"strings"
)

// Pick returns the project of the list that name means to somebody on node, by
// the rules and with the errors of Store.Find.
func Pick(projects []Project, name, node string) (Project, error) {
	rules := []func(Project) bool{
		func(p Project) bool { return string(p.ID) == name },
		func(p Project) bool { return p.Root == name && p.Node == node },
		func(p Project) bool { return p.Name == name },
		func(p Project) bool { return strings.EqualFold(p.Name, name) },
	}
	for _, fits := range rules {
		var hits []Project
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
		slices.SortFunc(hits, Compare)
		return Project{}, &AmbiguousError{Name: name, Candidates: hits}
	}
	names := make([]string, len(projects))
	for i, p := range projects {
		names[i] = p.Name
	}
	return Project{}, &NotFoundError{What: "project", Name: name, Nearest: Nearest(name, names)}
}

const (
	maxNearest = 3   // names that are proposed
	maxCompare = 128 // bytes of a name that are compared
)

// Nearest returns those of the names that somebody who wrote name may have
// meant, at most three, the nearest first: few letters differ, or one is part
// of the other.
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
			far = maxCompare + far // a part is less near than a slip
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

// editDistance counts the bytes to insert, delete, replace, or swap with their
// neighbour, that make b of a.
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
