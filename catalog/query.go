package catalog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Check returns an ErrUsage that says what is wrong with the query, or nil.
func (q Query) Check() error {
	if _, err := path.Match(q.Match, ""); q.isGlob() && err != nil {
		return fmt.Errorf("%w: %q is no glob: a [ needs its ]", ErrUsage, q.Match)
	}
	return nil
}

func (q Query) isGlob() bool { return strings.ContainsAny(q.Match, "*?[") }

// Accepts reports whether the query selects p. It is what every Store goes by.
func (q Query) Accepts(p Project) bool {
	switch {
	case q.IDs != nil && !slices.Contains(q.IDs, p.ID),
		q.Tag != "" && !slices.Contains(p.Tags, q.Tag),
		q.State != "" && q.State != p.State,
		q.Node != "" && q.Node != p.Node,
		q.Repository != "" && q.Repository != p.Repository,
		q.Under != "" && !Within(p.Root, q.Under):
		return false
	}
	return q.Match == "" || q.matches(p.Name)
}

func (q Query) matches(name string) bool {
	name, pattern := strings.ToLower(name), strings.ToLower(q.Match)
	if !q.isGlob() {
		return strings.Contains(name, pattern)
	}
	// A name is no path: its slashes are like other characters.
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00"))
	return err == nil && ok
}

// Within reports whether the absolute path p is dir or lies below it. Both are
// clean; nothing is looked up on disk.
func Within(p, dir string) bool {
	rest, ok := strings.CutPrefix(p, strings.TrimRight(dir, `/\`))
	return ok && (rest == "" || rest[0] == '/' || rest[0] == '\\')
}

// Compare orders projects as Store.Projects lists them.
func Compare(a, b Project) int {
	return cmp.Or(
		strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)),
		strings.Compare(a.Root, b.Root),
		strings.Compare(a.Node, b.Node),
		strings.Compare(string(a.ID), string(b.ID)))
}

// Inner returns, for each project that has others within its root, the roots of
// those that have no further one in between, sorted.
func Inner(projects []Project) map[ProjectID][]string {
	list := slices.Clone(projects)
	slices.SortFunc(list, func(a, b Project) int {
		// A separator sorts before every other character, so that what lies
		// below a root follows it directly.
		return cmp.Or(strings.Compare(a.Node, b.Node), strings.Compare(underSeparator.Replace(a.Root), underSeparator.Replace(b.Root)))
	})
	inner := map[ProjectID][]string{}
	var around []Project
	for _, p := range list {
		for len(around) > 0 && (around[len(around)-1].Node != p.Node || !Within(p.Root, around[len(around)-1].Root)) {
			around = around[:len(around)-1]
		}
		if len(around) > 0 {
			outer := around[len(around)-1].ID
			inner[outer] = append(inner[outer], p.Root)
		}
		around = append(around, p)
	}
	return inner
}

var underSeparator = strings.NewReplacer("/", "\x00", `\`, "\x00")

// Check returns an ErrUsage that says what is wrong with the query, or nil.
func (q PackageQuery) Check() error {
	if q.Keys != nil && q.Ecosystem == "" {
		return fmt.Errorf("%w: keys of packages without their ecosystem", ErrUsage)
	}
	return nil
}

// Accepts reports whether the query selects l. It is what every Store goes by.
func (q LinkQuery) Accepts(l Link) bool {
	return (q.From == nil || slices.Contains(q.From, l.From)) && (q.To == nil || slices.Contains(q.To, l.To)) &&
		(q.Origin == "" || q.Origin == l.Origin)
}
