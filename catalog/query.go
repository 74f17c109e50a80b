package catalog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Check returns an ErrUsage that describes the mistake in the query, or nil.
func (q Query) Check() error {
	if _, err := path.Match(q.Match, ""); q.isGlob() && err != nil {
		return fmt.Errorf("%w: %q is not a valid glob: a [ has no ]", ErrUsage, q.Match)
	}
	return nil
}

func (q Query) isGlob() bool { return strings.ContainsAny(q.Match, "*?[") }

// Accepts reports whether the query selects p. Every Store follows it.
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
	// In a name, a slash is an ordinary character.
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00"))
	return err == nil && ok
}

// Within reports whether the absolute path p is dir or is below it. Both paths are
// clean. Within does not read the disk.
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

// Check returns an ErrUsage that describes the mistake in the query, or nil.
func (q PackageQuery) Check() error {
	if q.Keys != nil && q.Ecosystem == "" {
		return fmt.Errorf("%w: package keys need an ecosystem", ErrUsage)
	}
	return nil
}

// Accepts reports whether the query selects l. Every Store follows it.
func (q LinkQuery) Accepts(l Link) bool {
	return (q.From == nil || slices.Contains(q.From, l.From)) && (q.To == nil || slices.Contains(q.To, l.To)) &&
		(q.Origin == "" || q.Origin == l.Origin)
}
