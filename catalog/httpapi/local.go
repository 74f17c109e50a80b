package httpapi

import (
	"context"
	"time"

	"codegraph/catalog"
)

// Readings returns nothing: a client does not know the service's files.
func (local) Readings(context.Context, []catalog.ProjectID) (map[catalog.ProjectID]catalog.Reading, error) {
	return nil, nil
}

// PutReadings does nothing.
func (local) PutReadings(context.Context, map[catalog.ProjectID]catalog.Reading) error { return nil }

// TakeLease returns catalog.ErrUnsupported.
func (local) TakeLease(context.Context, string, string, time.Duration) (catalog.Lease, error) {
	return catalog.Lease{}, catalog.ErrUnsupported
}

// GiveLease returns catalog.ErrUnsupported.
func (local) GiveLease(context.Context, catalog.Lease) error { return catalog.ErrUnsupported }

// AddAudit returns catalog.ErrUnsupported: the service writes its audit log.
func (local) AddAudit(context.Context, []catalog.AuditEntry) error { return catalog.ErrUnsupported }

// TrimAudit returns catalog.ErrUnsupported: the service trims its audit log.
func (local) TrimAudit(context.Context, int64) (int, error) { return 0, catalog.ErrUnsupported }
