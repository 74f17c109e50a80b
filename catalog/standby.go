package catalog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Standby is a store that answers from a copy while the catalog that it stands
// for cannot be reached, and writes nothing then. It is safe for concurrent use.
type Standby struct {
	open   func(context.Context) (Store, error)
	copied Store
	limit  time.Duration
	wake   chan struct{}
	now    func() time.Time

	mu      sync.Mutex
	away    bool
	asOf    time.Time // when the copy was last as the catalog; zero if never
	version int64     // of the catalog that the copy is of
	changed func()    // told after the catalog has; may be nil
}

// NewStandby returns a store over the catalog that open opens and one that is its
// copy, which Follow keeps. asOf is when that was last as the catalog; zero if it
// never was. limit is how long a call may take before the catalog counts as away.
func NewStandby(open func(context.Context) (Store, error), copied Store, asOf time.Time, limit time.Duration) *Standby {
	return &Standby{open: open, copied: copied, asOf: asOf, version: -1, limit: limit, wake: make(chan struct{}, 1), now: time.Now}
}

// Changed has f called after each change of the catalog that Follow has seen.
func (s *Standby) Changed(f func()) { s.changed = f }

// Wake has Follow look at once.
func (s *Standby) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Away reports whether the catalog is away, and since when its copy may be old.
func (s *Standby) Away() (asOf time.Time, away bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asOf, s.away
}

// Sometimes is implemented by stores that answer while their catalog is away.
type Sometimes interface {
	Away() (asOf time.Time, away bool)
}

// AwayOf reports whether the catalog behind a store is away, so that what it says
// is of an earlier time.
func AwayOf(s Store) (asOf time.Time, away bool) {
	if o, ok := s.(Sometimes); ok {
		return o.Away()
	}
	return time.Time{}, false
}

// Follow keeps the copy as the catalog is until ctx ends: it looks every so often,
// and when it is woken.
func (s *Standby) Follow(ctx context.Context, every time.Duration) {
	for {
		s.look(ctx)
		t := time.NewTimer(every)
		select {
		case <-ctx.Done():
			t.Stop()
			return
		case <-s.wake:
			t.Stop()
		case <-t.C:
		}
	}
}

// look asks the catalog for its version, and copies it if that is another one.
func (s *Standby) look(ctx context.Context) {
	var version int64
	err := s.primary(ctx, func(ctx context.Context, p Store) (err error) {
		version, err = p.Version(ctx)
		return err
	})
	if err != nil {
		return
	}
	s.mu.Lock()
	known := !s.asOf.IsZero() && s.version == version
	if known {
		s.asOf = s.now()
	}
	s.mu.Unlock()
	if known {
		return
	}
	began := s.now()
	if s.copy(ctx) != nil {
		return // it is tried again
	}
	s.mu.Lock()
	s.asOf, s.version = began, version
	changed := s.changed
	s.mu.Unlock()
	if changed != nil {
		changed()
	}
}

// primary calls f with the catalog, and notes whether that is there.
func (s *Standby) primary(ctx context.Context, f func(context.Context, Store) error) error {
	timed, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	p, err := s.open(timed)
	if err == nil {
		err = f(timed, p)
	}
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: it does not answer", ErrUnavailable)
	}
	if ctx.Err() == nil {
		s.mu.Lock()
		s.away = errors.Is(err, ErrUnavailable)
		s.mu.Unlock()
	}
	return err
}

// read calls f with the catalog, or its copy while that is away.
func (s *Standby) read(ctx context.Context, f func(context.Context, Store) error) error {
	if _, away := s.Away(); !away {
		if err := s.primary(ctx, f); !errors.Is(err, ErrUnavailable) {
			return err
		}
	}
	if asOf, _ := s.Away(); asOf.IsZero() {
		return s.gone()
	}
	return f(ctx, s.copied)
}

// write calls f with the catalog; while that is away it fails at once.
func (s *Standby) write(ctx context.Context, f func(Store) error) error {
	if _, away := s.Away(); away {
		return s.gone()
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	if err = f(p); errors.Is(err, ErrUnavailable) {
		s.mu.Lock()
		s.away = true
		s.mu.Unlock()
		s.Wake()
	}
	return err
}

func (s *Standby) gone() error {
	return fmt.Errorf("%w now; what would change it cannot be done", ErrUnavailable)
}
