package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"codegraph/catalog"
)

var _ catalog.Tokens = (*Store)(nil)

const minute = 60 // seconds

// AddToken implements catalog.Tokens.
func (s tokens) AddToken(ctx context.Context, k catalog.Token) error {
	if err := k.Check(); err != nil {
		return err
	}
	globs := ""
	if k.Projects != nil {
		b, err := json.Marshal(k.Projects)
		if err != nil {
			panic(fmt.Sprintf("sqlstore: %v", err)) // texts always have a JSON form
		}
		globs = string(b)
	}
	return s.update(ctx, "enter a token in", func(t *tx) error {
		all, err := readTokens(t)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(all, func(o catalog.Token) bool { return o.ID == k.ID || o.Hash == k.Hash }) {
			return fmt.Errorf("%w: token %s is there already", catalog.ErrUsage, k.ID)
		}
		return t.exec("insert_token", k.ID, k.Name, k.Hash, string(k.Scope), globs, k.Created, k.Expires, k.LastUsed, k.Revoked)
	})
}

func readTokens(t *tx) (out []catalog.Token, err error) {
	err = t.each("tokens", nil, func(r *row) error {
		var k catalog.Token
		var globs string
		if err := r.Scan(&k.ID, &k.Name, &k.Hash, &k.Scope, &globs, &k.Created, &k.Expires, &k.LastUsed, &k.Revoked); err != nil {
			return err
		}
		if globs != "" {
			if err := json.Unmarshal([]byte(globs), &k.Projects); err != nil {
				return fmt.Errorf("projects of token %s: %w: %w", k.ID, catalog.ErrCorrupt, err)
			}
			if k.Projects == nil { // what cannot be understood opens nothing
				k.Projects = []string{}
			}
		}
		out = append(out, k)
		return nil
	})
	return out, err
}

// ListTokens implements catalog.Tokens.
func (s tokens) ListTokens(ctx context.Context) (out []catalog.Token, err error) {
	err = s.view(ctx, "list tokens of", func(t *tx) (err error) {
		out, err = readTokens(t)
		return err
	})
	return out, err
}

// RevokeToken implements catalog.Tokens.
func (s tokens) RevokeToken(ctx context.Context, id string, at int64) (changed bool, err error) {
	err = s.attempt(ctx, "revoke a token of", func(t *tx) error {
		k, err := readToken(t, id)
		if changed = err == nil && (k.Revoked == 0 || at < k.Revoked); !changed {
			return err
		}
		return t.exec("revoke_token", id, at)
	})
	return changed && err == nil, err
}

// TokenUsed implements catalog.Tokens.
func (s tokens) TokenUsed(ctx context.Context, id string, at int64) error {
	return s.attempt(ctx, "note the use of a token in", func(t *tx) error {
		k, err := readToken(t, id)
		if err != nil || at-k.LastUsed < minute {
			return err
		}
		return t.exec("use_token", id, at)
	})
}

func readToken(t *tx, id string) (catalog.Token, error) {
	all, err := readTokens(t) // there are as many as people and programs
	if err != nil {
		return catalog.Token{}, err
	}
	for _, k := range all {
		if k.ID == id {
			return k, nil
		}
	}
	return catalog.Token{}, &catalog.NotFoundError{What: "token", Name: id}
}
