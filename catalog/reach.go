package catalog

import "slices"

// Direction says which way links are followed.
type Direction string

// Directions.
const (
	Dependencies Direction = "dependencies" // from a project to what it depends on
	Dependents   Direction = "dependents"   // to what depends on it
)

// Step is a project that links lead to.
type Step struct {
	Project  ProjectID
	Distance int  // links on the shortest way, from 1
	Via      Link // the last of them
}

// Reach follows links from some projects, at most depth of them one after
// another; 0 is no limit. Each project is there once, by the shortest way, the
// nearest first, then by id; the starting ones are not. Cycles do no harm.
func Reach(links []Link, from []ProjectID, way Direction, depth int) []Step {
	next := map[ProjectID][]Link{}
	for _, l := range links {
		start, _ := ends(l, way)
		next[start] = append(next[start], l)
	}
	seen := map[ProjectID]bool{"": true} // what the catalog does not know leads nowhere
	for _, id := range from {
		seen[id] = true
	}
	var all []Step
	for distance, front := 1, from; len(front) > 0 && (depth <= 0 || distance <= depth); distance++ {
		var steps []Step
		for _, id := range front {
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
			return 1 // no project is there twice
		})
		front = nil
		for _, s := range steps {
			front = append(front, s.Project)
		}
		all = append(all, steps...)
	}
	return all
}

// ends returns where a link starts and ends for who follows it that way.
func ends(l Link, way Direction) (start, end ProjectID) {
	if way == Dependents {
		return l.To, l.From
	}
	return l.From, l.To
}
