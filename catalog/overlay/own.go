package overlay

import (
	"context"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

// own has the methods that use only the catalog of this machine: term filters
// and readings describe files that only this machine can stat.
type own struct{ c *connection }

// Candidates implements catalog.Store.
func (o own) Candidates(ctx context.Context, q catalog.TermQuery) (catalog.Candidates, error) {
	return o.c.o.Own.Candidates(ctx, q)
}

// PutFilter implements catalog.Store.
func (o own) PutFilter(ctx context.Context, id catalog.ProjectID, st catalog.Stamp, f termfilter.Filter) error {
	return o.c.o.Own.PutFilter(ctx, id, st, f)
}

// PutFilters implements catalog.Store.
func (o own) PutFilters(ctx context.Context, list []catalog.KeptFilter) error {
	return o.c.o.Own.PutFilters(ctx, list)
}

// Restamp implements catalog.Store.
func (o own) Restamp(ctx context.Context, id catalog.ProjectID, st catalog.Stamp) (bool, error) {
	return o.c.o.Own.Restamp(ctx, id, st)
}

// Readings implements catalog.Readings.
func (o own) Readings(ctx context.Context, ids []catalog.ProjectID) (map[catalog.ProjectID]catalog.Reading, error) {
	return o.c.o.Own.Readings(ctx, ids)
}

// PutReadings implements catalog.Readings.
func (o own) PutReadings(ctx context.Context, of map[catalog.ProjectID]catalog.Reading) error {
	return o.c.o.Own.PutReadings(ctx, of)
}

// noLeases implements catalog.Leases: work on several machines is independent.
type noLeases struct{}

// TakeLease returns catalog.ErrUnsupported.
func (noLeases) TakeLease(context.Context, string, string, time.Duration) (catalog.Lease, error) {
	return catalog.Lease{}, catalog.ErrUnsupported
}

// GiveLease returns catalog.ErrUnsupported.
func (noLeases) GiveLease(context.Context, catalog.Lease) error { return catalog.ErrUnsupported }
