package catalogtest

import (
	"errors"
	"strings"
	"testing"

	"codegraph/catalog"
)

// RunAudit tests an audit log; open returns an empty one.
func RunAudit(t *testing.T, open func(t *testing.T) catalog.Audit) {
	ctx := t.Context()
	s := open(t)
	first := catalog.AuditEntry{ID: "1", At: 1000, Node: "here", Bearer: catalog.BearerToken, Token: "abc", Name: "Anna", What: "query",
		Project: "app", Scope: "dependencies", Outcome: "ok"}
	second := catalog.AuditEntry{ID: "2", At: 2000, Bearer: catalog.BearerNone, What: "catalog/find", Outcome: "not_found"}
	third := catalog.AuditEntry{ID: "3", At: 3000, Bearer: catalog.BearerGiven, Token: "abc", What: "mcp",
		Project: strings.Repeat("ä", 200), Scope: "a\x00\x1b[31m\r\n\xffb", Outcome: "ok"}
	add := func(entries ...catalog.AuditEntry) {
		t.Helper()
		if err := s.AddAudit(ctx, entries); err != nil {
			t.Fatal(err)
		}
	}
	add()
	add(second, first)
	add(first, third) // the first one is there
	third.Project, third.Scope = strings.Repeat("ä", 98)+"...", "a[31mb"
	want := func(what string, q catalog.AuditQuery, entries ...catalog.AuditEntry) {
		t.Helper()
		got, err := s.ListAudit(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, what, entries, got)
	}
	want("all", catalog.AuditQuery{}, third, second, first)
	want("since", catalog.AuditQuery{Since: 2000}, third, second)
	want("of a token", catalog.AuditQuery{Token: "abc"}, third, first)
	want("the latest", catalog.AuditQuery{Limit: 1}, third)
	want("the latest of a token since", catalog.AuditQuery{Limit: 1, Since: 1, Token: "abc"}, third)
	want("of nobody", catalog.AuditQuery{Token: "nobody"})

	if err := s.AddAudit(ctx, []catalog.AuditEntry{{ID: "4", At: 1, Bearer: catalog.BearerNone, What: "x", Outcome: "ok"}, {ID: "5"}}); !errors.Is(err, catalog.ErrUsage) {
		t.Errorf("half an entry: %v", err)
	}
	for _, limit := range []int{-1, catalog.MaxAudit + 1} {
		if _, err := s.ListAudit(ctx, catalog.AuditQuery{Limit: limit}); !errors.Is(err, catalog.ErrUsage) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
	for _, drops := range []int{1, 0} {
		if n, err := s.TrimAudit(ctx, 2000); err != nil || n != drops {
			t.Errorf("trim: %d, %v", n, err)
		}
	}
	want("after the trim", catalog.AuditQuery{}, third, second)
}
