package sqlstore

import (
	"errors"
	"time"

	"codegraph/catalog"
	"codegraph/migrations"
)

// database is an open database and the caches of its contents.
type database struct {
	path    string // of the file, or the address without user and password
	wait    time.Duration
	dialect *dialect
	// patience is the time for repeating work on a lost connection. It is 0 while
	// the store is being opened, so that a missing catalog is reported at once.
	patience time.Duration

	readers *pool
	writer  *pool  // one connection; nil if the file is read-only
	release func() // frees resources of the pools; nil: none

	cachedProjects projectCache
	cachedStamps   stampCache
}

// tooOld returns the error for a catalog that this program cannot migrate.
func (s *database) tooOld(version int64) error {
	return &catalog.TooOldError{Where: s.path, Version: version, Through: migrations.CatalogThrough}
}

// Service implements catalog.Store: a database is no service.
func (s *database) Service() catalog.Service { return catalog.Service{} }

// Close closes the connections. No method may be running.
func (s *database) Close() error {
	var all []error
	for _, p := range []*pool{s.readers, s.writer} {
		if p != nil {
			all = append(all, p.close())
		}
	}
	if s.release != nil {
		s.release()
	}
	if err := errors.Join(all...); err != nil {
		return s.dialect.failure("close", false, err)
	}
	return nil
}

// Rest closes idle connections. An idle catalog then costs no more than a closed
// one. The next call opens connections again.
func (s *database) Rest() {
	for _, p := range []*pool{s.readers, s.writer} {
		if p != nil {
			_ = p.rest() // all writes are committed
		}
	}
}
