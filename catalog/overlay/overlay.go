// Package overlay combines the catalog of a service with the catalog of this
// machine.
//
// The projects of this machine are in both catalogs. Queries about all projects go
// to the service. While the service is unreachable, the catalog of this machine
// answers, and Service says so; once the service is reachable again, the store
// enters there the projects that it has missed. Tags and names exist only at the
// service: without it, changing them is an error.
package overlay

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"codegraph/catalog"
)

// Options are the parts of a Store.
type Options struct {
	Own    catalog.Store // of this machine
	Shared catalog.Store // of the service
	Host   string        // address of the service, for messages
	Node   string        // this machine

	// Pause is the time after which an unreachable service is tried again; 0 is half
	// a minute. Marker is a file in which processes of this machine share that the
	// service is unreachable; "" for none.
	Pause  time.Duration
	Marker string
	Now    func() time.Time // nil is time.Now

	// Derive derives the links of the machine's own catalog, which are needed while
	// the service is unreachable. nil does nothing.
	Derive func(ctx context.Context, own catalog.Store) error
	// Warn gets one warning if the service is unreachable, and one if it refuses
	// projects of this machine. nil ignores them.
	Warn func(error)
}

// Store implements catalog.Store. It is safe for concurrent use.
type Store struct {
	*connection
	reader
	writer
	own
	atService
	noLeases
}

var _ catalog.Store = (*Store)(nil)

// defaultPause is the default of Options.Pause.
const defaultPause = 30 * time.Second

// New returns a store. It owns the stores in o and closes them.
func New(o Options) *Store {
	if o.Pause == 0 {
		o.Pause = defaultPause
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &connection{o: o, marker: o.Marker != "", refused: map[catalog.ProjectID]bool{}, warned: map[string]bool{}}
	return &Store{connection: c, reader: reader{c}, writer: writer{c}, own: own{c}, atService: atService{c}}
}

// Service implements catalog.Store.
func (s *Store) Service() catalog.Service {
	return catalog.Service{DerivesLinks: true, Unreachable: s.unreachable()}
}

// Version implements catalog.Store. It also changes when the service becomes
// reachable or unreachable.
func (s *Store) Version(ctx context.Context) (int64, error) {
	own, err := s.o.Own.Version(ctx)
	if err != nil {
		return 0, err
	}
	h := fnv.New64a()
	fmt.Fprint(h, own)
	if s.reachable(ctx) {
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

// Rest implements catalog.Store.
func (s *Store) Rest() {
	s.o.Own.Rest()
	s.o.Shared.Rest()
}

// Close implements catalog.Store.
func (s *Store) Close() error { return errors.Join(s.o.Own.Close(), s.o.Shared.Close()) }
