package catalogtest

import (
	"errors"
	"testing"

	"codegraph/catalog"
)

// RunTokens tests a register of tokens; open returns an empty one.
func RunTokens(t *testing.T, open func(t *testing.T) catalog.Tokens) {
	ctx := t.Context()
	s := open(t)
	secret, id := catalog.NewToken()
	all := catalog.Token{ID: id, Name: "everybody's", Hash: catalog.HashToken(secret), Scope: catalog.ScopeAdmin, Created: 1000}
	other, otherID := catalog.NewToken()
	some := catalog.Token{ID: otherID, Name: "CI", Hash: catalog.HashToken(other), Scope: catalog.ScopeRead, Projects: []string{"app", "lib-*"},
		Created: 1001, Expires: 2000}
	for _, k := range []catalog.Token{some, all} {
		if err := s.AddToken(ctx, k); err != nil {
			t.Fatal(err)
		}
	}
	for name, bad := range map[string]catalog.Token{
		"the same": all, "no hash": {ID: "x", Scope: catalog.ScopeRead}, "no scope": {ID: "x", Hash: all.Hash},
		"a glob that is none": {ID: "x", Hash: catalog.HashToken("x"), Scope: catalog.ScopeRead, Projects: []string{"["}},
	} {
		if err := s.AddToken(ctx, bad); !errors.Is(err, catalog.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
	want := func(what string, tokens ...catalog.Token) {
		t.Helper()
		got, err := s.ListTokens(ctx)
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, what, tokens, got)
	}
	want("list", all, some)
	for _, use := range []struct{ at, noted int64 }{{5000, 5000}, {5059, 5000}, {5060, 5060}} {
		if err := s.TokenUsed(ctx, id, use.at); err != nil {
			t.Fatal(err)
		}
		all.LastUsed = use.noted
		want("after use", all, some)
	}
	for _, end := range []struct {
		at      int64
		changes bool
	}{{3500, true}, {3501, false}, {3000, true}, {3000, false}} {
		if changed, err := s.RevokeToken(ctx, otherID, end.at); err != nil || changed != end.changes {
			t.Errorf("revoke at %d: %v, %v", end.at, changed, err)
		}
	}
	some.Revoked = 3000
	if some.Expires = 0; !some.Counts(2999) || some.Counts(3000) {
		t.Error("a token counts until it ends, and no longer")
	}
	some.Expires = 2000
	want("after the end", all, some)
	if _, err := s.RevokeToken(ctx, "unknown", 1); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("revoke of an unknown one: %v", err)
	}
}
