package httpserver

import (
	"context"
	"path/filepath"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
)

// mustStore returns an empty catalog.
func mustStore(t *testing.T) *sqlstore.Store {
	t.Helper()
	store, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "catalog.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// mustIssue enters a token in a catalog and returns its secret.
func mustIssue(t *testing.T, store *sqlstore.Store, k catalog.Token) string {
	t.Helper()
	secret, _ := catalog.NewToken()
	k.Hash = catalog.HashToken(secret)
	if err := store.AddToken(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	return secret
}

// mustKnow returns the tokens of a service: one that it was given, and those of a
// catalog.
func mustKnow(t *testing.T, open func(context.Context) (catalog.Store, error)) *Tokens {
	t.Helper()
	given, err := NewTokens("", token)
	if err != nil {
		t.Fatal(err)
	}
	return given.Keep(open)
}
