package links

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// similar finds names that a requires and b nearly publishes.
func (w explainer) similar(a, b int) []Miss {
	type near struct {
		Miss
		distance int
	}
	var found []near
	for _, r := range w.projects[a].requires {
		for _, p := range w.projects[b].publishes {
			if r.Ecosystem != p.Ecosystem || r.Key == "" || p.Key == "" || len(found) == 1000 {
				continue
			}
			if d := distance(strings.ToLower(r.Key), strings.ToLower(p.Key)); d >= 0 {
				found = append(found, near{Miss{Reason: Similar, Requirement: r.Requirement, Package: p, Text: fmt.Sprintf("%s publishes %s (%s:%d); %s requires %s (%s:%d)",
					w.projects[b].Name, p.Name, p.File, p.Line, w.projects[a].Name, shown(r.Requirement), r.File, r.Line)}, d})
			}
		}
	}
	slices.SortStableFunc(found, func(x, y near) int { return cmp.Compare(x.distance, y.distance) })
	var list []Miss
	for _, n := range found {
		list = append(list, n.Miss)
	}
	return list
}

var majorVersion = regexp.MustCompile(`/v[0-9]+$`)

// distance says how far two names are apart: the edits between them if these
// are at most 2 in names long enough; 1 for another major version of a Go
// module; 3 if one lies within the other, or if only their scopes, groups or
// hosts differ; -1 if they are not alike.
func distance(a, b string) int {
	if x, y := majorVersion.ReplaceAllString(a, ""), majorVersion.ReplaceAllString(b, ""); x == y {
		return 1
	}
	if strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/") {
		return 3
	}
	if shorter := min(len(a), len(b)); shorter >= 3 {
		if d := edits(a, b, min(2, shorter/3)); d >= 0 {
			return d
		}
	}
	last := func(s string) string { return s[strings.LastIndexAny(s, "/:")+1:] }
	if last(a) == last(b) && len(last(a)) >= 3 {
		return 3
	}
	return -1
}

// edits returns how many bytes have to be put in, taken out or changed to make
// b of a, -1 if more than most.
func edits(a, b string, most int) int {
	if max(len(a), len(b))-min(len(a), len(b)) > most || len(a) > 200 {
		return -1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := left
			if a[i] != b[j] {
				change++
			}
			left = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	if d := row[len(b)]; d <= most {
		return d
	}
	return -1
}
