package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { catalogtest.Main(m) }

func TestPostgresContract(t *testing.T) {
	open := func(t *testing.T) catalog.Store { return mustOpenPostgres(t, catalogtest.Postgres(t)) }
	catalogtest.Run(t, open)
	catalogtest.RunLeases(t, open)
}

func mustOpenPostgres(t testing.TB, address string) *Store {
	t.Helper()
	s, err := OpenPostgres(t.Context(), PostgresOptions{Address: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// mustSQL runs statements as the user of an address.
func mustSQL(t *testing.T, address string, statements ...string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.WithoutCancel(t.Context()))
	for _, s := range statements {
		if _, err := c.Exec(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// with returns an address with another setting.
func with(t *testing.T, address, key, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(key, value)
	u.RawQuery = q.Encode()
	return u.String()
}

// TestOpenPostgres opens schemas in all states. No error contains the password.
func TestOpenPostgres(t *testing.T) {
	made := func(t *testing.T, address string) string {
		s := mustOpenPostgres(t, address)
		if _, err := s.Enter(t.Context(), entry("a")); err != nil {
			t.Fatal(err)
		}
		return address
	}
	script := func(statements ...string) func(*testing.T, string) string {
		return func(t *testing.T, address string) string {
			mustSQL(t, address, statements...)
			return address
		}
	}
	then := func(statements ...string) func(*testing.T, string) string {
		return func(t *testing.T, address string) string { return script(statements...)(t, made(t, address)) }
	}
	tests := []struct {
		name string
		make func(t *testing.T, address string) string
		want error
		says string
	}{
		{"nothing", func(_ *testing.T, address string) string { return address }, nil, ""},
		{"a catalog", made, nil, ""},
		{"other tables", script("CREATE TABLE users (x INT)"), nil, ""},
		{"a table of one of our names", script("CREATE TABLE project (x INT)"), catalog.ErrForeign, "search_path"},
		{"migrations of another program", script("CREATE TABLE migration (x INT)", "CREATE TABLE project (x INT)"), catalog.ErrForeign, "search_path"},
		{"a newer catalog", then("INSERT INTO migration (version_id, is_applied) VALUES (99, true)"), catalog.ErrTooNew, ""},
		{"a table is missing", then("DROP TABLE filter"), catalog.ErrCorrupt, ""},
		{"a column is missing", then("ALTER TABLE project DROP COLUMN head"), catalog.ErrCorrupt, ""},
		{"no such schema", func(t *testing.T, address string) string { return with(t, address, "search_path", "nowhere") }, catalog.ErrUnavailable, "search_path"},
		{"no such database", func(_ *testing.T, address string) string {
			return strings.Replace(address, "/postgres?", "/nowhere?", 1)
		},
			catalog.ErrUnavailable, "nowhere"},
		{"wrong password", func(_ *testing.T, address string) string {
			return strings.Replace(address, "secret-of", "secret-not-of", 1)
		},
			catalog.ErrUnavailable, "password"},
		{"no server", func(_ *testing.T, address string) string {
			return "postgres://me:secret-of-mine@127.0.0.1:1/catalog?sslmode=disable"
		}, catalog.ErrUnavailable, "127.0.0.1:1/catalog"},
		{"no TLS where it is asked for", func(t *testing.T, address string) string { return with(t, address, "sslmode", "require") }, catalog.ErrUnavailable, "TLS"},
		{"a setting that is wrong", func(t *testing.T, address string) string { return with(t, address, "sslmode", "maybe") }, catalog.ErrUnavailable, "sslmode"},
		{"a port that is none", func(*testing.T, string) string { return "postgres://me:secret-of-mine@host:port/catalog" }, catalog.ErrUnavailable, "address"},
		{"a password that is not escaped", func(*testing.T, string) string { return "postgres://me:secret-of#mine/%@host/catalog" }, catalog.ErrUnavailable, "%23"},
		{"a statement that is ended", func(t *testing.T, address string) string { return with(t, made(t, address), "statement_timeout", "1") }, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			address := tt.make(t, catalogtest.Postgres(t))
			s, err := OpenPostgres(t.Context(), PostgresOptions{Address: address, Wait: time.Second})
			if err == nil {
				defer s.Close()
				_, err = s.Projects(t.Context(), catalog.Query{})
			}
			if err == nil {
				_, err = s.Enter(t.Context(), entry("b"))
			}
			if tt.name == "a statement that is ended" && errors.Is(err, catalog.ErrUnavailable) {
				return // a fast server may answer in a millisecond
			}
			if !errors.Is(err, tt.want) || tt.want == nil && err != nil {
				t.Fatalf("%v, want %v", err, tt.want)
			}
			if err != nil && (strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), tt.says)) {
				t.Errorf("%q has the password or does not say %q", err, tt.says)
			}
		})
	}
}

// TestPostgresFirstStart checks that concurrent first starts create one catalog.
func TestPostgresFirstStart(t *testing.T) {
	address := catalogtest.Postgres(t)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			s, err := OpenPostgres(t.Context(), PostgresOptions{Address: address, Wait: time.Minute})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, err := s.Enter(t.Context(), entry(fmt.Sprint("p", i))); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if list, err := mustOpenPostgres(t, address).Projects(t.Context(), catalog.Query{}); err != nil || len(list) != 8 {
		t.Errorf("%d projects, %v", len(list), err)
	}
}

// TestPostgresReadOnly opens a catalog as a user with read access only.
func TestPostgresReadOnly(t *testing.T) {
	address := catalogtest.Postgres(t)
	mustOpenPostgres(t, address)
	s := mustOpenPostgres(t, with(t, address, "default_transaction_read_only", "on"))
	ctx := t.Context()
	if list, err := s.Projects(ctx, catalog.Query{}); err != nil || len(list) != 0 {
		t.Errorf("Projects: %v, %v", list, err)
	}
	owner := mustOpenPostgres(t, address)
	if _, err := owner.Enter(ctx, entry("a")); err != nil {
		t.Fatal(err)
	}
	role := strings.TrimPrefix(with(t, address, "x", ""), "postgres://")
	role, _, _ = strings.Cut(role, ":")
	mustSQL(t, address, "REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "+role+" FROM "+role)
	if changed, err := owner.Enter(ctx, entry("a")); err != nil || changed {
		t.Errorf("a write that changes nothing: %v", err)
	}
	if _, err := owner.Enter(ctx, entry("b")); !errors.Is(err, catalog.ErrReadOnly) {
		t.Errorf("Enter: %v", err)
	}
}

// TestPostgresLocked writes while another program holds the catalog.
func TestPostgresLocked(t *testing.T) {
	address := catalogtest.Postgres(t)
	s, err := OpenPostgres(t.Context(), PostgresOptions{Address: address, Wait: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other := mustOpenPostgres(t, address)
	err = other.update(t.Context(), "hold", func(*tx) error {
		var busy *catalog.BusyError
		if _, err := s.Enter(t.Context(), entry("b")); !errors.As(err, &busy) || !errors.Is(err, catalog.ErrBusy) {
			t.Errorf("a write: %v", err)
		}
		if _, err := s.Projects(t.Context(), catalog.Query{}); err != nil {
			t.Errorf("a read: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := s.Enter(t.Context(), entry("b")); err != nil || !changed {
		t.Errorf("after the lock: %v", err)
	}
}

// TestPostgresTexts stores texts that Postgres cannot represent, such as invalid
// UTF-8, and reads them back unchanged.
func TestPostgresTexts(t *testing.T) {
	s := mustOpenPostgres(t, catalogtest.Postgres(t))
	ctx := t.Context()
	for i, text := range []string{"plain", "zero\x00byte", "latin \xe9\xff", "\uFDD0", "\uFDD0" + "41", "\xef\xb7", "long " + strings.Repeat("k", 1<<16), "嗨 \U0001F600", `\`, `{"a"}`} {
		e := entry(fmt.Sprint("p", i))
		e.Project.Root, e.Project.Name, e.Project.Remote = fmt.Sprintf("/src/%d/%s", i, text[:min(len(text), 100)]), text, text
		e.Packages = []catalog.Package{{Project: e.Project.ID, Ecosystem: "go", Key: text, Name: text}}
		if _, err := s.Enter(ctx, e); err != nil {
			t.Errorf("%.20q: %v", text, err)
			continue
		}
		p, err := s.Find(ctx, e.Project.Root, "here")
		if err != nil {
			t.Errorf("%.20q: %v", text, err)
			continue
		}
		if diff := cmp.Diff(e.Project, p); diff != "" {
			t.Errorf("%.20q (-want +got):\n%s", text, diff)
		}
		packages, err := s.Packages(ctx, catalog.PackageQuery{Ecosystem: "go", Keys: []string{text, "other"}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(e.Packages, packages); diff != "" {
			t.Errorf("%.20q (-want +got):\n%s", text, diff)
		}
	}
}
