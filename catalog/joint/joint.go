// Package joint is the catalog of a machine whose team shares one at a service:
// the shared one, with the machine's own beside it.
//
// What lies on this machine is always in its own catalog, and the service is told
// of it. Questions about all projects go to the service. While that is away, the
// machine's own catalog answers, Away says so, and what the service was not told
// it is told when it is back. Whatever belongs to people (tags, names) is the
// service's: without it, changing that is an error.
package joint

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"codegraph/catalog"
)

// Options are what a Store is made of.
type Options struct {
	Own    catalog.Store // of this machine
	Shared catalog.Store // at the service
	Host   string        // of the service, for messages
	Node   string        // this machine

	// Pause is how long a service that was away is not asked again; 0 is half a
	// minute. Marker is a file by which other processes know that too; "" is none.
	Pause  time.Duration
	Marker string
	Now    func() time.Time // nil is time.Now

	// Derive derives links in the machine's own catalog, which is needed while
	// the service is away. nil does nothing.
	Derive func(ctx context.Context, own catalog.Store) error
	// Warn is told, once, that the service is away or refuses this machine's
	// projects. nil tells nobody.
	Warn func(error)
}

// Store is a catalog.Store. It is safe for concurrent use.
type Store struct {
	o Options

	mu      sync.Mutex
	away    error     // why the service is; nil if it is not known to be
	until   time.Time // when it is asked again
	marker  bool      // there may be one
	told    bool      // the service knows this machine's projects, but for refused
	refused map[catalog.ProjectID]bool
	warned  map[string]bool
}

var (
	_ catalog.Store  = (*Store)(nil)
	_ catalog.Tokens = (*Store)(nil)

	_ catalog.AuditReader = (*Store)(nil)
)

// defaultPause is how long a service is not asked again that was away.
const defaultPause = 30 * time.Second

// New returns a store, which owns the stores of o from then on.
func New(o Options) *Store {
	if o.Pause == 0 {
		o.Pause = defaultPause
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Store{o: o, marker: o.Marker != "", refused: map[catalog.ProjectID]bool{}, warned: map[string]bool{}}
}

// Away returns why the service could not be asked when it was needed last, nil
// if it could.
func (s *Store) Away() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.away
}

// DerivesLinks reports that the service derives links itself.
func (s *Store) DerivesLinks() bool { return true }

// there reports whether the service is to be asked. The first time it tells the
// service of what it does not know of this machine.
func (s *Store) there(ctx context.Context) bool {
	s.mu.Lock()
	now := s.o.Now()
	var found error
	if s.away == nil && s.until.IsZero() {
		s.until, found = s.marked(now)
		s.away = found
	}
	waits, told := now.Before(s.until) && s.away != nil, s.told
	s.mu.Unlock()
	switch {
	case found != nil:
		s.alone(ctx, found)
		return false
	case waits:
		return false
	case told:
		return true
	}
	return s.reached(ctx, s.tell(ctx))
}

// alone makes do without the service, which just went away.
func (s *Store) alone(ctx context.Context, why error) {
	s.warn(fmt.Errorf("%w; only projects of this machine are known until it is back", why))
	if s.o.Derive == nil {
		return
	}
	if err := s.o.Derive(ctx, s.o.Own); err != nil {
		s.warn(err)
	}
}

// reached notes whether the service could be asked, by the error of having done
// so, and reports it.
func (s *Store) reached(ctx context.Context, err error) bool {
	gone := errors.Is(err, catalog.ErrUnavailable)
	s.mu.Lock()
	was, marked := s.away, s.marker
	if gone {
		s.away, s.until, s.told, s.marker = err, s.o.Now().Add(s.o.Pause), false, true
	} else if ctx.Err() == nil {
		s.away, s.marker = nil, false
	}
	s.mu.Unlock()
	switch {
	case gone:
		s.mark()
		if was == nil {
			s.alone(ctx, err)
		}
	case marked && ctx.Err() == nil:
		s.unmark()
	}
	return !gone
}

func (s *Store) warn(err error) {
	s.mu.Lock()
	again := s.warned[err.Error()]
	s.warned[err.Error()] = true
	s.mu.Unlock()
	if !again && s.o.Warn != nil {
		s.o.Warn(err)
	}
}

// ask asks the service, or the machine's own catalog while that is away.
func ask[T any](ctx context.Context, s *Store, question func(catalog.Store) (T, error)) (T, error) {
	if s.there(ctx) {
		out, err := question(s.o.Shared)
		if s.reached(ctx, err) {
			return out, err
		}
	}
	return question(s.o.Own)
}

// Retry has the service asked again however short ago it was away: for what only
// it can do.
func (s *Store) Retry() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = s.o.Now()
}

// need does what only the service can.
func need[T any](ctx context.Context, s *Store, do func(catalog.Store) (T, error)) (T, error) {
	s.Retry()
	if !s.there(ctx) {
		return *new(T), s.Away()
	}
	out, err := do(s.o.Shared)
	s.reached(ctx, err)
	return out, err
}

// untold returns the projects of this machine that the service does not take.
func (s *Store) untold() map[catalog.ProjectID]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.refused)
}

// Projects implements catalog.Store.
func (s *Store) Projects(ctx context.Context, q catalog.Query) ([]catalog.Project, error) {
	list, err := ask(ctx, s, func(c catalog.Store) ([]catalog.Project, error) { return c.Projects(ctx, q) })
	untold := s.untold()
	if err != nil || len(untold) == 0 || s.Away() != nil {
		return list, err
	}
	own, err := s.o.Own.Projects(ctx, q)
	if err != nil {
		return nil, err
	}
	own = slices.DeleteFunc(slices.Clone(own), func(p catalog.Project) bool { return !untold[p.ID] })
	if len(own) == 0 {
		return list, nil
	}
	list = slices.Concat(list, own)
	slices.SortFunc(list, catalog.Compare)
	return list, nil
}

// Find implements catalog.Store. While the service is away, a name that is not
// of this machine may be known there: the error is catalog.ErrUnavailable.
func (s *Store) Find(ctx context.Context, name, node string) (catalog.Project, error) {
	p, err := ask(ctx, s, func(c catalog.Store) (catalog.Project, error) { return c.Find(ctx, name, node) })
	if !errors.Is(err, catalog.ErrNotFound) {
		return p, err
	}
	if away := s.Away(); away != nil {
		if node == s.o.Node && filepath.IsAbs(name) {
			return p, err
		}
		return p, fmt.Errorf("%w, and here: %w", away, maybe{err})
	}
	if own, e := s.o.Own.Find(ctx, name, node); e == nil && s.untold()[own.ID] {
		return own, nil
	}
	return p, err
}

// maybe is an error that is not sure: its text is all that is left of it.
type maybe struct{ err error }

func (m maybe) Error() string { return m.err.Error() }

// Links implements catalog.Store.
func (s *Store) Links(ctx context.Context, q catalog.LinkQuery) ([]catalog.Link, error) {
	list, err := ask(ctx, s, func(c catalog.Store) ([]catalog.Link, error) { return c.Links(ctx, q) })
	untold := s.untold()
	if err != nil || len(untold) == 0 || s.Away() != nil {
		return list, err
	}
	own, err := s.o.Own.Links(ctx, q)
	if err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	for _, l := range own {
		if untold[l.From] {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, catalog.CompareLinks)
	return list, nil
}

// Tags implements catalog.Store.
func (s *Store) Tags(ctx context.Context) (map[string]int, error) {
	return ask(ctx, s, func(c catalog.Store) (map[string]int, error) { return c.Tags(ctx) })
}

// Manifests implements catalog.Store.
func (s *Store) Manifests(ctx context.Context) (catalog.Manifests, error) {
	return ask(ctx, s, func(c catalog.Store) (catalog.Manifests, error) { return c.Manifests(ctx) })
}

// Packages implements catalog.Store.
func (s *Store) Packages(ctx context.Context, q catalog.PackageQuery) ([]catalog.Package, error) {
	return ask(ctx, s, func(c catalog.Store) ([]catalog.Package, error) { return c.Packages(ctx, q) })
}

// Requirements implements catalog.Store.
func (s *Store) Requirements(ctx context.Context, q catalog.PackageQuery) ([]catalog.Requirement, error) {
	return ask(ctx, s, func(c catalog.Store) ([]catalog.Requirement, error) { return c.Requirements(ctx, q) })
}

// Version implements catalog.Store. It is another number also when the service
// goes or comes.
func (s *Store) Version(ctx context.Context) (int64, error) {
	own, err := s.o.Own.Version(ctx)
	if err != nil {
		return 0, err
	}
	h := fnv.New64a()
	fmt.Fprint(h, own)
	if s.there(ctx) {
		shared, err := s.o.Shared.Version(ctx)
		if s.reached(ctx, err) {
			if err != nil {
				return 0, err
			}
			fmt.Fprint(h, "/", shared)
		}
	}
	return int64(h.Sum64() &^ (1 << 63)), nil
}

// Candidates implements catalog.Store: filters are of bases on this machine.
func (s *Store) Candidates(ctx context.Context, a catalog.Ask) (catalog.Candidates, error) {
	return s.o.Own.Candidates(ctx, a)
}

// Close implements catalog.Store.
func (s *Store) Close() error { return errors.Join(s.o.Own.Close(), s.o.Shared.Close()) }
