package joint

import (
	"context"
	"fmt"

	"codegraph/catalog"
)

// withTokens does something with the service's tokens.
func withTokens[T any](ctx context.Context, s *Store, do func(catalog.Tokens) (T, error)) (T, error) {
	return need(ctx, s, func(c catalog.Store) (T, error) {
		t, ok := c.(catalog.Tokens)
		if !ok {
			return *new(T), fmt.Errorf("%w: this catalog keeps no tokens", catalog.ErrUsage)
		}
		return do(t)
	})
}

// AddToken implements catalog.Tokens.
func (s *Store) AddToken(ctx context.Context, t catalog.Token) error {
	_, err := withTokens(ctx, s, func(c catalog.Tokens) (bool, error) { return false, c.AddToken(ctx, t) })
	return err
}

// ListTokens implements catalog.Tokens.
func (s *Store) ListTokens(ctx context.Context) ([]catalog.Token, error) {
	return withTokens(ctx, s, func(c catalog.Tokens) ([]catalog.Token, error) { return c.ListTokens(ctx) })
}

// RevokeToken implements catalog.Tokens.
func (s *Store) RevokeToken(ctx context.Context, id string, at int64) (bool, error) {
	return withTokens(ctx, s, func(c catalog.Tokens) (bool, error) { return c.RevokeToken(ctx, id, at) })
}

// TokenUsed implements catalog.Tokens.
func (s *Store) TokenUsed(ctx context.Context, id string, at int64) error {
	_, err := withTokens(ctx, s, func(c catalog.Tokens) (bool, error) { return false, c.TokenUsed(ctx, id, at) })
	return err
}

// ListAudit implements catalog.AuditReader.
func (s *Store) ListAudit(ctx context.Context, q catalog.AuditQuery) ([]catalog.AuditEntry, error) {
	return need(ctx, s, func(c catalog.Store) ([]catalog.AuditEntry, error) {
		r, ok := c.(catalog.AuditReader)
		if !ok {
			return nil, fmt.Errorf("%w: this catalog keeps no audit log", catalog.ErrUsage)
		}
		return r.ListAudit(ctx, q)
	})
}
