package catalog

import (
	"context"
	"fmt"
	"net/url"
	"strings"
)

// Sighting is a base that was found, and what is known of where it belongs.
type Sighting struct {
	ID    ProjectID // that the base bears; "" if none
	Home  Place     // that the base bears; zero if none
	Found Place     // where it lies
	Known Place     // where the catalog has ID; zero if it knows none
}

// Verdict says what a found base is.
type Verdict string

// Verdicts.
const (
	New    Verdict = "new"    // it bears no id: give it one
	Same   Verdict = "same"   // it lies where it belongs
	Moved  Verdict = "moved"  // it keeps its id; its home is now where it was found
	Copied Verdict = "copied" // the original is still elsewhere, or may be: give the copy an id of its own
)

// Identity is whose base it is.
type Identity struct {
	Verdict    Verdict
	ID         ProjectID // the id that it keeps; "" if it needs a new one
	CopiedFrom ProjectID // of a copy: the id that it bears and has to give up
}

// Identify tells moves from copies. A base found elsewhere than where it says,
// or where the catalog says, that it belongs has moved only if that place is on
// the same node and the base is gone from there: what cannot be looked at may
// still be there. exists reports whether a base that bears this id lies at a
// root of the node; it is asked only if that decides.
func Identify(s Sighting, exists func(root string) (bool, error)) (Identity, error) {
	if s.ID == "" {
		return Identity{Verdict: New}, nil
	}
	moved := false
	for _, home := range []Place{s.Home, s.Known} {
		if home == (Place{}) || home == s.Found {
			continue
		}
		there := home.Node != s.Found.Node
		if !there {
			var err error
			if there, err = exists(home.Root); err != nil {
				return Identity{}, fmt.Errorf("tell whether the project in %s was moved or copied from %s: %w", s.Found.Root, home.Root, err)
			}
		}
		if there {
			return Identity{Verdict: Copied, CopiedFrom: s.ID}, nil
		}
		moved = true
	}
	if moved {
		return Identity{Verdict: Moved, ID: s.ID}, nil
	}
	return Identity{Verdict: Same, ID: s.ID}, nil
}

// Resolve identifies a base with what the catalog knows of its id: it fills in
// s.Known and calls Identify. It writes nothing.
func Resolve(ctx context.Context, st Store, s Sighting, exists func(root string) (bool, error)) (Identity, error) {
	if s.ID != "" {
		list, err := st.Projects(ctx, Query{IDs: []ProjectID{s.ID}})
		if err != nil {
			return Identity{}, err
		}
		if len(list) == 1 {
			s.Known = list[0].Place
		}
	}
	return Identify(s, exists)
}

// RepositoryKey returns the text that clones and worktrees of one repository
// have in common: host and path of the remote, whatever the way of access and
// its spelling; without a remote that others can reach, the node and the git
// directory that worktrees share. "" if nothing is known. Forks differ.
func RepositoryKey(remote, node, commonDir string) string {
	if key := remoteKey(remote); key != "" {
		return key
	}
	if commonDir == "" {
		return ""
	}
	return "dir:" + node + ":" + commonDir
}

// remoteKey returns host/path of a git remote, "" for a path on this node.
func remoteKey(remote string) string {
	host, path := "", ""
	if strings.Contains(remote, "://") {
		u, err := url.Parse(remote)
		if err != nil || u.Scheme == "file" {
			return ""
		}
		host, path = u.Hostname(), u.Path
	} else if before, after, ok := strings.Cut(remote, ":"); ok && len(before) > 1 && !strings.ContainsAny(before, `/\`) {
		host, path = before[strings.LastIndex(before, "@")+1:], after // user@host:path, as git has it for ssh
	}
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if host == "" || path == "" {
		return ""
	}
	return strings.ToLower(host + "/" + path)
}
