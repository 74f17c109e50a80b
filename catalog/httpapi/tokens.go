package httpapi

import (
	"context"

	"codegraph/catalog"
)

type (
	tokenList struct {
		Tokens []catalog.Token `json:"tokens"`
	}
	auditList struct {
		Entries []catalog.AuditEntry `json:"entries"`
	}
	tokenAt struct {
		ID string `json:"id"`
		At int64  `json:"at"`
	}
)

// whole marks a method for tokens without project globs.
func (m *Method) whole() *Method {
	m.Whole = true
	return m
}

// AddToken implements catalog.Tokens.
func (c tokens) AddToken(ctx context.Context, t catalog.Token) error {
	return c.call(ctx, "add_token", t, &none{})
}

// ListTokens implements catalog.Tokens.
func (c tokens) ListTokens(ctx context.Context) ([]catalog.Token, error) {
	var out tokenList
	err := c.call(ctx, "list_tokens", none{}, &out)
	return list(out.Tokens), err
}

// RevokeToken implements catalog.Tokens.
func (c tokens) RevokeToken(ctx context.Context, id string, at int64) (bool, error) {
	var out change
	err := c.call(ctx, "revoke_token", tokenAt{id, at}, &out)
	return out.Changed, err
}

// TokenUsed implements catalog.Tokens.
func (c tokens) TokenUsed(ctx context.Context, id string, at int64) error {
	return c.call(ctx, "token_used", tokenAt{id, at}, &none{})
}

// ListAudit implements catalog.Audit.
func (c tokens) ListAudit(ctx context.Context, q catalog.AuditQuery) ([]catalog.AuditEntry, error) {
	var out auditList
	err := c.call(ctx, "list_audit", q, &out)
	return list(out.Entries), err
}
