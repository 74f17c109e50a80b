package identity_test

import (
	"errors"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/identity"

	"github.com/google/go-cmp/cmp"
)

func TestIdentify(t *testing.T) {
	at := func(root string) catalog.Place { return catalog.Place{Node: "here", Root: root} }
	away := func(root string) catalog.Place { return catalog.Place{Node: "there", Root: root} }
	same := identity.Identity{Result: identity.Same, ID: "x"}
	moved := identity.Identity{Result: identity.Moved, ID: "x"}
	copied := identity.Identity{Result: identity.Copied, CopiedFrom: "x"}
	tests := []struct {
		name   string
		s      identity.Sighting
		exists []string // roots that still have the base
		want   identity.Identity
	}{
		{"no id", identity.Sighting{Found: at("/a")}, nil, identity.Identity{Result: identity.New}},
		{"at home", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/a"), Known: at("/a")}, []string{"/a"}, same},
		{"at home, unknown to the catalog", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/a")}, []string{"/a"}, same},
		{"no home written, unknown", identity.Sighting{ID: "x", Found: at("/a")}, nil, same},
		{"no home written, known here", identity.Sighting{ID: "x", Found: at("/a"), Known: at("/a")}, nil, same},
		{"no home written, known elsewhere", identity.Sighting{ID: "x", Found: at("/b"), Known: at("/a")}, []string{"/a"}, copied},
		{"moved", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/b"), Known: at("/a")}, nil, moved},
		{"moved, unknown", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/b")}, nil, moved},
		{"moved, the catalog knew first", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/b"), Known: at("/b")}, nil, moved},
		{"moved, the base knew first", identity.Sighting{ID: "x", Home: at("/b"), Found: at("/b"), Known: at("/a")}, nil, moved},
		{"copied", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/b"), Known: at("/a")}, []string{"/a"}, copied},
		{"copied, unknown", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/b")}, []string{"/a"}, copied},
		{"copied, then the home was rewritten", identity.Sighting{ID: "x", Home: at("/b"), Found: at("/b"), Known: at("/a")}, []string{"/a"}, copied},
		{"of another node", identity.Sighting{ID: "x", Home: away("/a"), Found: at("/b")}, nil, copied},
		{"of another node, the same root", identity.Sighting{ID: "x", Home: away("/a"), Found: at("/a"), Known: away("/a")}, nil, copied},
		{"known on another node", identity.Sighting{ID: "x", Home: at("/a"), Found: at("/a"), Known: away("/a")}, nil, copied},
		{"moved twice", identity.Sighting{ID: "x", Home: at("/b"), Found: at("/c"), Known: at("/a")}, nil, moved},
		{"moved, copied before", identity.Sighting{ID: "x", Home: at("/b"), Found: at("/c"), Known: at("/a")}, []string{"/a"}, copied},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := identity.Identify(tt.s, func(root string) (bool, error) {
				for _, r := range tt.exists {
					if r == root {
						return true, nil
					}
				}
				return false, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	cause := errors.New("no right to look")
	_, err := identity.Identify(identity.Sighting{ID: "x", Home: at("/a"), Found: at("/b")}, func(string) (bool, error) { return false, cause })
	if !errors.Is(err, cause) {
		t.Errorf("a place that cannot be looked at: %v", err)
	}
}

func TestRepositoryKey(t *testing.T) {
	const want = "github.com/owner/repo"
	for _, remote := range []string{
		"https://github.com/owner/repo.git", "https://github.com/owner/repo", "https://user:secret@github.com/owner/repo/",
		"git@github.com:owner/repo.git", "ssh://git@github.com:22/owner/repo", "git://GitHub.com/Owner/Repo.git", "github.com:owner/repo",
	} {
		if got := identity.RepositoryKey(remote, "here", "/src/.git"); got != want {
			t.Errorf("%s: %q", remote, got)
		}
	}
	for _, remote := range []string{"", "/srv/repo.git", "../repo", "file:///srv/repo", `C:\repo`, "https://", "::"} {
		if got := identity.RepositoryKey(remote, "here", "/src/.git"); got != "dir:here:/src/.git" {
			t.Errorf("%s: %q", remote, got)
		}
		if got := identity.RepositoryKey(remote, "here", ""); got != "" {
			t.Errorf("%s without a git directory: %q", remote, got)
		}
	}
}
