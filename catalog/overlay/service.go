package overlay

import (
	"context"

	"codegraph/catalog"
)

// atService has the methods that need the service.
type atService struct{ c *connection }

// Tag implements catalog.Store.
func (s atService) Tag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	return require(ctx, s.c, func(c catalog.Store) (bool, error) { return c.Tag(ctx, id, tags...) })
}

// Untag implements catalog.Store.
func (s atService) Untag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	return require(ctx, s.c, func(c catalog.Store) (bool, error) { return c.Untag(ctx, id, tags...) })
}

// Rename implements catalog.Store.
func (s atService) Rename(ctx context.Context, id catalog.ProjectID, name string) (bool, error) {
	return require(ctx, s.c, func(c catalog.Store) (bool, error) { return c.Rename(ctx, id, name) })
}

// SetPublished implements catalog.Store.
func (s atService) SetPublished(ctx context.Context, id catalog.ProjectID, p catalog.Published) (bool, error) {
	return require(ctx, s.c, func(c catalog.Store) (bool, error) { return c.SetPublished(ctx, id, p) })
}

// ReplaceLinks implements catalog.Store.
func (s atService) ReplaceLinks(ctx context.Context, revision int64, links []catalog.Link) (bool, error) {
	return require(ctx, s.c, func(c catalog.Store) (bool, error) { return c.ReplaceLinks(ctx, revision, links) })
}

// AddToken implements catalog.Tokens.
func (s atService) AddToken(ctx context.Context, t catalog.Token) error {
	_, err := require(ctx, s.c, func(c catalog.Store) (bool, error) { return false, c.AddToken(ctx, t) })
	return err
}

// ListTokens implements catalog.Tokens.
func (s atService) ListTokens(ctx context.Context) ([]catalog.Token, error) {
	return require(ctx, s.c, func(c catalog.Store) ([]catalog.Token, error) { return c.ListTokens(ctx) })
}

// RevokeToken implements catalog.Tokens.
func (s atService) RevokeToken(ctx context.Context, id string, at int64) (bool, error) {
	return require(ctx, s.c, func(c catalog.Store) (bool, error) { return c.RevokeToken(ctx, id, at) })
}

// TokenUsed implements catalog.Tokens.
func (s atService) TokenUsed(ctx context.Context, id string, at int64) error {
	_, err := require(ctx, s.c, func(c catalog.Store) (bool, error) { return false, c.TokenUsed(ctx, id, at) })
	return err
}

// ListAudit implements catalog.Audit.
func (s atService) ListAudit(ctx context.Context, q catalog.AuditQuery) ([]catalog.AuditEntry, error) {
	return require(ctx, s.c, func(c catalog.Store) ([]catalog.AuditEntry, error) { return c.ListAudit(ctx, q) })
}

// AddAudit implements catalog.Audit: only a service writes its audit log.
func (s atService) AddAudit(context.Context, []catalog.AuditEntry) error {
	return catalog.ErrUnsupported
}

// TrimAudit implements catalog.Audit: only a service trims its audit log.
func (s atService) TrimAudit(context.Context, int64) (int, error) { return 0, catalog.ErrUnsupported }
