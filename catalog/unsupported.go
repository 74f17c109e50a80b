package catalog

import (
	"context"
	"time"
)

// Unsupported implements the parts of Store that a catalog may lack: readings,
// leases, tokens and the audit log. Embed it in a Store without them.
type Unsupported struct{}

// Readings returns nothing.
func (Unsupported) Readings(context.Context, []ProjectID) (map[ProjectID]Reading, error) {
	return nil, nil
}

// PutReadings does nothing.
func (Unsupported) PutReadings(context.Context, map[ProjectID]Reading) error { return nil }

// TakeLease returns ErrUnsupported.
func (Unsupported) TakeLease(context.Context, string, string, time.Duration) (Lease, error) {
	return Lease{}, ErrUnsupported
}

// GiveLease returns ErrUnsupported.
func (Unsupported) GiveLease(context.Context, Lease) error { return ErrUnsupported }

// AddToken returns ErrUnsupported.
func (Unsupported) AddToken(context.Context, Token) error { return ErrUnsupported }

// ListTokens returns ErrUnsupported.
func (Unsupported) ListTokens(context.Context) ([]Token, error) { return nil, ErrUnsupported }

// RevokeToken returns ErrUnsupported.
func (Unsupported) RevokeToken(context.Context, string, int64) (bool, error) {
	return false, ErrUnsupported
}

// TokenUsed returns ErrUnsupported.
func (Unsupported) TokenUsed(context.Context, string, int64) error { return ErrUnsupported }

// ListAudit returns ErrUnsupported.
func (Unsupported) ListAudit(context.Context, AuditQuery) ([]AuditEntry, error) {
	return nil, ErrUnsupported
}

// AddAudit returns ErrUnsupported.
func (Unsupported) AddAudit(context.Context, []AuditEntry) error { return ErrUnsupported }

// TrimAudit returns ErrUnsupported.
func (Unsupported) TrimAudit(context.Context, int64) (int, error) { return 0, ErrUnsupported }
