package lookup

import (
	"slices"

	"codegraph/catalog"
)

// Direction is a direction along links.
type Direction string

// Directions.
const (
	Dependencies Direction = "dependencies" // from a project to its dependencies
	Dependents   Direction = "dependents"   // to the projects that depend on it
)

// Step is a project that links reach.
type Step struct {
	Project  catalog.ProjectID
	Distance int          // number of links on the shortest path, at least 1
	Via      catalog.Link // the last of them
}

// Reach follows links from some projects, at most depth links deep; 0 is no limit.
// It returns each reached project once, by distance and id, without the starting
// projects. Cycles do no harm.
func Reach(links []catalog.Link, from []catalog.ProjectID, way Direction, depth int) []Step {
	next := map[catalog.ProjectID][]catalog.Link{}
	for _, l := range links {
		start, _ := ends(l, way)
		next[start] = append(next[start], l)
	}
	seen := map[catalog.ProjectID]bool{"": true} // links to unknown projects end here
	for _, id := range from {
		seen[id] = true
	}
	var all []Step
	for distance, frontier := 1, from; len(frontier) > 0 && (depth <= 0 || distance <= depth); distance++ {
		var steps []Step
		for _, id := range frontier {
			for _, l := range next[id] {
				if _, end := ends(l, way); !seen[end] {
					seen[end] = true
					steps = append(steps, Step{Project: end, Distance: distance, Via: l})
				}
			}
		}
		slices.SortFunc(steps, func(a, b Step) int {
			if a.Project < b.Project {
				return -1
			}
			return 1 // no project occurs twice
		})
		frontier = nil
		for _, s := range steps {
			frontier = append(frontier, s.Project)
		}
		all = append(all, steps...)
	}
	return all
}

// ends returns the start and the end of a link in a direction.
func ends(l catalog.Link, way Direction) (start, end catalog.ProjectID) {
	if way == Dependents {
		return l.To, l.From
	}
	return l.From, l.To
}
