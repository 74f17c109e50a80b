package sqlstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"

	"github.com/google/go-cmp/cmp"
)

// The previous program (format 6) made testdata/catalog-6.*.sql with
// CODEGRAPH_NODE=fixture from three Go projects in one directory; app requires lib:
//
//	codegraph init                                   in lib, app and tool
//	codegraph -C app link tool --name helper
//	codegraph project tag app web
//	codegraph project tag lib base shared
//	codegraph project rename tool hammer
//	codegraph token create anna --scope write --project 'app*'
//	codegraph token create guest; codegraph token revoke ID
//	codegraph serve --advertise http://127.0.0.1:7999 --repos DIR, and one query
//
// The dumps are from Python's sqlite3 iterdump, with the pragmas application_id and
// user_version, and from pg_dump --inserts --no-owner, without the schema name. The
// directory of the projects was replaced by /src.

// TestUpgrade opens catalogs of format 6: everything is still there.
func TestUpgrade(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "catalog.db")
		mustScript(t, path, mustText(t, "catalog-6.sqlite.sql"))
		s := mustOpen(t, path)
		wantFixture(t, s)
		wantNoTable(t, s, "SELECT count(*) FROM sqlite_schema WHERE name = 'node'")
	})
	t.Run("postgres", func(t *testing.T) {
		address := catalogtest.Postgres(t)
		mustSQL(t, address, mustText(t, "catalog-6.postgres.sql"))
		s := mustOpenPostgres(t, address)
		wantFixture(t, s)
		wantNoTable(t, s, "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'node'")
	})
}

// TestTooOld checks that older catalogs are refused with the next step.
func TestTooOld(t *testing.T) {
	want := func(t *testing.T, err error) {
		t.Helper()
		var old *catalog.TooOldError
		if !errors.As(err, &old) || old.Version != 5 || !errors.Is(err, catalog.ErrTooOld) {
			t.Fatalf("error %v, want a TooOldError of format 5", err)
		}
		for _, part := range []string{old.Where, "format 5", "commit 2d79e90", "codegraph projects"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("the message %q lacks %q", err, part)
			}
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "catalog.db")
		mustScript(t, path, mustText(t, "catalog-6.sqlite.sql"), "DROP TABLE audit", "DELETE FROM migration WHERE version_id > 5", "PRAGMA user_version = 5")
		_, err := Open(t.Context(), Options{Path: path})
		want(t, err)
	})
	t.Run("postgres", func(t *testing.T) {
		address := catalogtest.Postgres(t)
		mustSQL(t, address, mustText(t, "catalog-6.postgres.sql"), "DROP TABLE audit", "DELETE FROM migration WHERE version_id > 5")
		_, err := OpenPostgres(t.Context(), PostgresOptions{Address: address})
		want(t, err)
	})
}

func mustText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func wantNoTable(t *testing.T, s *Store, query string) {
	t.Helper()
	var n int
	if err := s.readers.db.QueryRowContext(t.Context(), query).Scan(&n); err != nil || n != 0 {
		t.Errorf("the table node is still there: %d, %v", n, err)
	}
}

// wantFixture checks the contents of the fixtures, and that the catalog can be
// written.
func wantFixture(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.Projects(ctx, catalog.Query{})
	must(err)
	var projects []string
	ids := map[string]catalog.ProjectID{}
	for _, p := range list {
		projects = append(projects, strings.Join([]string{p.Name, p.Node, p.Root, string(p.State), strings.Join(p.Tags, "+")}, " "))
		ids[p.Name] = p.ID
	}
	want := []string{"app fixture /src/app indexed web", "hammer fixture /src/tool indexed ", "lib fixture /src/lib indexed base+shared"}
	if diff := cmp.Diff(want, projects); diff != "" {
		t.Error(diff)
	}
	links, err := s.Links(ctx, catalog.LinkQuery{})
	must(err)
	if len(links) != 2 || links[0].From != ids["app"] || links[0].To != ids["hammer"] && links[0].To != ids["lib"] {
		t.Errorf("links: %+v", links)
	}
	for _, l := range links {
		if manual := l.To == ids["hammer"] && l.Origin == catalog.ByHand && l.Name == "helper"; !manual && (l.To != ids["lib"] || l.Package != "example.com/lib" || l.Required != "v1.0.0") {
			t.Errorf("link: %+v", l)
		}
	}
	tokens, err := s.ListTokens(ctx)
	must(err)
	var names []string
	for _, k := range tokens {
		names = append(names, strings.Join([]string{k.Name, string(k.Scope), strings.Join(k.Projects, "+"), map[bool]string{true: "active", false: "revoked"}[k.Revoked == 0]}, " "))
		if len(k.Hash) != 64 {
			t.Errorf("token %s has the hash %q", k.Name, k.Hash)
		}
	}
	if diff := cmp.Diff(map[string]bool{"anna write app* active": true, "guest read  revoked": true}, map[string]bool{names[0]: true, names[1]: true}); diff != "" || len(names) != 2 {
		t.Errorf("tokens: %q\n%s", names, diff)
	}
	entries, err := s.ListAudit(ctx, catalog.AuditQuery{})
	must(err)
	if len(entries) != 1 || entries[0].Name != "anna" || entries[0].What != "query" {
		t.Errorf("audit log: %+v", entries)
	}
	if changed, err := s.Enter(ctx, entry("new")); err != nil || !changed {
		t.Errorf("enter a project: %v, %v", changed, err)
	}
	// The name that a user gave stays.
	p := list[1]
	p.Name = "tool"
	if _, err := s.Enter(ctx, catalog.Entry{Project: p}); err != nil {
		t.Error(err)
	}
	if p, err := s.Find(ctx, "hammer", ""); err != nil || p.Root != "/src/tool" {
		t.Errorf("the renamed project: %+v, %v", p, err)
	}
}
