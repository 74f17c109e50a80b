// Package identity tells moved indexes from copies, and finds the clones and
// worktrees of one repository.
package identity

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"codegraph/catalog"
)

// Sighting is an index found on disk, with the places recorded for it.
type Sighting struct {
	ID    catalog.ProjectID // from the index; "" if it has none
	Home  catalog.Place     // from the index; zero if it has none
	Found catalog.Place     // the present place
	Known catalog.Place     // of ID in the catalog; zero if unknown
}

// Result is the relation of an index on disk to its recorded place.
type Result string

// Results.
const (
	New    Result = "new"    // it has no id and needs one
	Same   Result = "same"   // it is at its recorded place
	Moved  Result = "moved"  // it keeps its id; its place changes
	Copied Result = "copied" // the original still exists, or may exist: the copy needs a new id
)

// Identity is the result of Identify.
type Identity struct {
	Result     Result
	ID         catalog.ProjectID // the id to keep; "" if it needs a new one
	CopiedFrom catalog.ProjectID // of a copy: the id of the original
}

// Identify tells a moved index from a copied one. An index has moved only if its
// recorded place is on the same machine and no longer has the index. If the place
// cannot be checked, the index counts as a copy. exists reports whether a root on
// this machine has an index with this id; Identify calls it only if necessary.
func Identify(s Sighting, exists func(root string) (bool, error)) (Identity, error) {
	if s.ID == "" {
		return Identity{Result: New}, nil
	}
	moved := false
	for _, home := range []catalog.Place{s.Home, s.Known} {
		if home == (catalog.Place{}) || home == s.Found {
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
			return Identity{Result: Copied, CopiedFrom: s.ID}, nil
		}
		moved = true
	}
	if moved {
		return Identity{Result: Moved, ID: s.ID}, nil
	}
	return Identity{Result: Same, ID: s.ID}, nil
}

// Resolve sets s.Known from the catalog and calls Identify. It writes nothing.
func Resolve(ctx context.Context, st catalog.Store, s Sighting, exists func(root string) (bool, error)) (Identity, error) {
	if s.ID != "" {
		list, err := st.Projects(ctx, catalog.Query{IDs: []catalog.ProjectID{s.ID}})
		if err != nil {
			return Identity{}, err
		}
		if len(list) == 1 {
			s.Known = list[0].Place
		}
	}
	return Identify(s, exists)
}

// RepositoryKey returns a text that is the same for all clones and worktrees of a
// repository: host and path of the remote URL, whatever its protocol, or else the
// machine and the common git directory. It is "" if both are unknown. Forks have
// other keys.
func RepositoryKey(remote, node, commonDir string) string {
	if key := remoteKey(remote); key != "" {
		return key
	}
	if commonDir == "" {
		return ""
	}
	return "dir:" + node + ":" + commonDir
}

// remoteKey returns host/path of a git remote; "" for a local path.
func remoteKey(remote string) string {
	host, path := "", ""
	if strings.Contains(remote, "://") {
		u, err := url.Parse(remote)
		if err != nil || u.Scheme == "file" {
			return ""
		}
		host, path = u.Hostname(), u.Path
	} else if before, after, ok := strings.Cut(remote, ":"); ok && len(before) > 1 && !strings.ContainsAny(before, `/\`) {
		host, path = before[strings.LastIndex(before, "@")+1:], after // user@host:path, the short form of ssh
	}
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if host == "" || path == "" {
		return ""
	}
	return strings.ToLower(host + "/" + path)
}
