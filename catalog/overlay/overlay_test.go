package overlay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/sqlstore"
)

func mustOpen(t *testing.T) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "catalog.db")})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// service is a catalog that can be away, or take nothing.
type service struct {
	catalog.Store
	away, readOnly bool
	asked          int
}

func (s *service) down() error {
	s.asked++
	if s.away {
		return fmt.Errorf("%w: https://codegraph.example: connection refused", catalog.ErrUnavailable)
	}
	return nil
}

func (s *service) Projects(ctx context.Context, q catalog.Query) ([]catalog.Project, error) {
	if err := s.down(); err != nil {
		return nil, err
	}
	return s.Store.Projects(ctx, q)
}

func (s *service) Find(ctx context.Context, name, node string) (catalog.Project, error) {
	if err := s.down(); err != nil {
		return catalog.Project{}, err
	}
	return s.Store.Find(ctx, name, node)
}

func (s *service) Tag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	if err := s.down(); err != nil {
		return false, err
	}
	return s.Store.Tag(ctx, id, tags...)
}

func (s *service) EnterAll(ctx context.Context, list []catalog.Entry) ([]bool, error) {
	if err := s.down(); err != nil {
		return nil, err
	}
	if s.readOnly {
		return nil, fmt.Errorf("%w: the token may only read", catalog.ErrNotAllowed)
	}
	return s.Store.EnterAll(ctx, list)
}

// fixture is a machine with its service and a clock.
type team struct {
	*Store
	service *service
	own     *sqlstore.Store
	clock   time.Time
	warned  []string
	derived int
}

func mustTeam(t *testing.T, marker string) *team {
	t.Helper()
	x := &team{service: &service{Store: mustOpen(t)}, own: mustOpen(t), clock: time.Unix(1_000_000, 0)}
	x.Store = New(Options{Own: x.own, Shared: x.service, Host: "https://codegraph.example", Node: "laptop", Marker: marker,
		Now:    func() time.Time { return x.clock },
		Derive: func(context.Context, catalog.Store) error { x.derived++; return nil },
		Warn:   func(err error) { x.warned = append(x.warned, err.Error()) }})
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func entry(id, node string) catalog.Entry {
	return catalog.Entry{Project: catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: node, Root: "/src/" + id}, Name: id,
		State: catalog.StateIndexed, LastIndexed: 1}, Packages: []catalog.Package{{Ecosystem: "go", Name: id, Key: id, File: "go.mod", Line: 1, Dir: "."}},
		Links: []catalog.ManualLink{{Root: "/src/x", Name: "x"}}}
}

func (x *team) must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (x *team) want(t *testing.T, s catalog.Store, ids ...string) {
	t.Helper()
	list, err := s.Projects(t.Context(), catalog.Query{})
	x.must(t, err)
	var got []string
	for _, p := range list {
		got = append(got, string(p.ID))
	}
	if !slices.Equal(got, ids) {
		t.Errorf("projects: %q, want %q", got, ids)
	}
}

// TestContract checks that a reachable service and the overlay are one catalog.
func TestContract(t *testing.T) {
	catalogtest.Run(t, func(t *testing.T) catalog.Store {
		s := New(Options{Own: mustOpen(t), Shared: mustOpen(t), Host: "https://codegraph.example", Node: "here"})
		t.Cleanup(func() { s.Close() })
		return s
	})
}

// TestAway: while the service is away this machine answers, at once, and loses
// nothing; when it is back it is told.
func TestAway(t *testing.T) {
	ctx := t.Context()
	x := mustTeam(t, "")
	_, err := x.service.Store.Enter(ctx, entry("theirs", "other"))
	x.must(t, err)
	_, err = x.Enter(ctx, entry("mine", "laptop"))
	x.must(t, err)
	x.want(t, x, "mine", "theirs")
	if x.Service().Unreachable != nil || len(x.warned) != 0 {
		t.Errorf("away: %v, warned: %q", x.Service().Unreachable, x.warned)
	}

	x.service.away = true
	x.want(t, x, "mine")
	if !errors.Is(x.Service().Unreachable, catalog.ErrUnavailable) || len(x.warned) != 1 || x.derived != 1 {
		t.Errorf("away: %v, warned: %q, derived %d times", x.Service().Unreachable, x.warned, x.derived)
	}
	asked := x.service.asked
	_, err = x.Enter(ctx, entry("new", "laptop"))
	x.must(t, err)
	x.want(t, x, "mine", "new")
	if x.service.asked != asked || len(x.warned) != 1 {
		t.Errorf("asked %d times more, warned: %q", x.service.asked-asked, x.warned)
	}
	if _, err := x.Find(ctx, "theirs", "laptop"); !errors.Is(err, catalog.ErrUnavailable) || errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("a name that the service may know: %v", err)
	}
	if _, err := x.Find(ctx, "/src/unknown", "laptop"); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("a root here that nobody knows: %v", err)
	}
	if _, err := x.Tag(ctx, "mine", "team"); !errors.Is(err, catalog.ErrUnavailable) {
		t.Errorf("a tag, which is the service's: %v", err)
	}

	x.service.away = false
	x.want(t, x, "mine", "new") // not asked again yet
	x.service.away = true
	x.clock = x.clock.Add(defaultPause)
	x.want(t, x, "mine", "new") // asked, and away still
	x.service.away = false
	if changed, err := x.Tag(ctx, "mine", "team"); err != nil || !changed {
		t.Errorf("a tag while it is thought to be away: %v, %v", changed, err)
	}
	x.want(t, x, "mine", "new", "theirs")
	x.want(t, x.service.Store, "mine", "new", "theirs")
	packages, err := x.service.Store.Packages(ctx, catalog.PackageQuery{Projects: []catalog.ProjectID{"new"}})
	links, e := x.service.Store.Links(ctx, catalog.LinkQuery{From: []catalog.ProjectID{"new"}})
	if x.must(t, errors.Join(err, e)); len(packages) != 1 || len(links) != 1 || x.Service().Unreachable != nil {
		t.Errorf("packages %+v, links %+v, away %v", packages, links, x.Service().Unreachable)
	}
}

// TestSync checks that the next process enters the projects that were indexed while
// the service was unreachable, and only those that changed.
func TestSync(t *testing.T) {
	ctx := t.Context()
	x := mustTeam(t, "")
	_, err := x.own.EnterAll(ctx, []catalog.Entry{entry("a", "laptop"), entry("b", "laptop")})
	x.must(t, err)
	x.want(t, x, "a", "b")
	before, err := x.service.Store.Version(ctx)
	x.must(t, err)
	again := New(Options{Own: x.own, Shared: x.service, Host: "https://codegraph.example", Node: "laptop"})
	x.want(t, again, "a", "b")
	if after, err := x.service.Store.Version(ctx); err != nil || after != before {
		t.Errorf("the service was written: %d, %d, %v", before, after, err)
	}
	newer := entry("b", "laptop")
	newer.Project.LastIndexed = 2
	_, err = x.own.Enter(ctx, newer)
	x.must(t, err)
	third := New(Options{Own: x.own, Shared: x.service, Host: "https://codegraph.example", Node: "laptop"})
	x.want(t, third, "a", "b")
	if p, err := x.service.Store.Find(ctx, "b", ""); err != nil || p.LastIndexed != 2 {
		t.Errorf("b: %+v, %v", p, err)
	}
}

// TestReadOnlyToken: a service that takes no projects of this machine is asked
// all the same, with a warning.
func TestReadOnlyToken(t *testing.T) {
	ctx := t.Context()
	x := mustTeam(t, "")
	x.service.readOnly = true
	_, err := x.service.Store.Enter(ctx, entry("theirs", "other"))
	x.must(t, err)
	_, err = x.Enter(ctx, entry("mine", "laptop"))
	x.must(t, err)
	x.want(t, x, "mine", "theirs")
	if p, err := x.Find(ctx, "mine", "laptop"); err != nil || p.ID != "mine" {
		t.Errorf("find: %+v, %v", p, err)
	}
	links, err := x.Links(ctx, catalog.LinkQuery{})
	if err != nil || len(links) != 2 {
		t.Errorf("links: %+v, %v", links, err)
	}
	if len(x.warned) != 1 || x.Service().Unreachable != nil {
		t.Errorf("warned: %q, away: %v", x.warned, x.Service().Unreachable)
	}
}

// TestMarker checks that processes share that the service is unreachable.
func TestMarker(t *testing.T) {
	marker := filepath.Join(t.TempDir(), "away")
	first := mustTeam(t, marker)
	first.service.away = true
	first.want(t, first)
	second := mustTeam(t, marker)
	second.want(t, second)
	if second.service.asked != 0 || !errors.Is(second.Service().Unreachable, catalog.ErrUnavailable) || len(second.warned) != 1 {
		t.Errorf("asked %d times, away: %v, warned: %q", second.service.asked, second.Service().Unreachable, second.warned)
	}
	// An action that needs the service tries it, and updates the marker.
	third := mustTeam(t, marker)
	third.Retry()
	third.want(t, third)
	if _, err := os.Stat(marker); third.service.asked == 0 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("asked %d times, marker: %v", third.service.asked, err)
	}
	second.clock = second.clock.Add(defaultPause)
	second.want(t, second)
	if second.service.asked == 0 || second.Service().Unreachable != nil {
		t.Errorf("asked %d times, away: %v", second.service.asked, second.Service().Unreachable)
	}
}
