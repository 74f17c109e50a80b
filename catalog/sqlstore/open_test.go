package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

func mustScript(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", fileName(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func mustWrite(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func entry(id string) catalog.Entry {
	return catalog.Entry{Project: catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: "here", Root: "/src/" + id}, Name: id}}
}

// TestOpen opens files of all kinds at the path of the catalog.
func TestOpen(t *testing.T) {
	made := func(t *testing.T, path string) {
		s := mustOpen(t, path)
		if _, err := s.Enter(t.Context(), entry("a")); err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	tests := []struct {
		name string
		make func(t *testing.T, path string)
		want error
		says string
	}{
		{"nothing", func(*testing.T, string) {}, nil, ""},
		{"a catalog", made, nil, ""},
		{"an empty file", func(t *testing.T, path string) { mustWrite(t, path, nil) }, nil, ""},
		{"migrations without a schema", func(t *testing.T, path string) {
			mustScript(t, path, "CREATE TABLE migration (x)", "DROP TABLE migration")
		}, nil, ""},
		{"a newer catalog", func(t *testing.T, path string) {
			made(t, path)
			mustScript(t, path, "PRAGMA user_version = 99")
		}, catalog.ErrTooNew, "--catalog"},
		{"another database", func(t *testing.T, path string) { mustScript(t, path, "CREATE TABLE x (y)") }, catalog.ErrForeign, "--catalog"},
		{"another application", func(t *testing.T, path string) {
			mustScript(t, path, "PRAGMA application_id = 7", "CREATE TABLE x (y)")
		}, catalog.ErrForeign, ""},
		{"a text", func(t *testing.T, path string) { mustWrite(t, path, []byte(strings.Repeat("no database ", 100))) }, catalog.ErrForeign, ""},
		{"a directory", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, catalog.ErrUnavailable, "directory"},
		{"a table is missing", func(t *testing.T, path string) {
			made(t, path)
			mustScript(t, path, "DROP TABLE project")
		}, catalog.ErrCorrupt, ""},
		{"a damaged page", func(t *testing.T, path string) {
			made(t, path)
			mustScript(t, path, "PRAGMA wal_checkpoint(TRUNCATE)")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i := 4096; i < len(data); i++ {
				data[i] = 0xee
			}
			mustWrite(t, path, data)
		}, catalog.ErrCorrupt, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cat?log #%41.db")
			tt.make(t, path)
			s, err := Open(t.Context(), Options{Path: path, Wait: time.Second})
			if err == nil {
				defer s.Close()
				_, err = s.Projects(t.Context(), catalog.Query{})
			}
			if err == nil {
				_, err = s.Enter(t.Context(), entry("b"))
			}
			if !errors.Is(err, tt.want) || tt.want == nil && err != nil {
				t.Fatalf("%v, want %v", err, tt.want)
			}
			if err != nil && (!strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), tt.says)) {
				t.Errorf("%q does not name the file or say %q", err, tt.says)
			}
		})
	}
	if _, err := Open(t.Context(), Options{}); !errors.Is(err, catalog.ErrUnavailable) {
		t.Errorf("no path: %v", err)
	}
}

// TestLocked writes while another program holds the file.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	s, err := Open(t.Context(), Options{Path: path, Wait: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Enter(t.Context(), entry("a")); err != nil {
		t.Fatal(err)
	}
	other := mustOpen(t, path)
	err = other.update(t.Context(), "hold", func(*tx) error {
		var busy *catalog.BusyError
		if _, err := s.Enter(t.Context(), entry("b")); !errors.As(err, &busy) || !errors.Is(err, catalog.ErrBusy) || busy.Where != path {
			t.Errorf("a write: %v", err)
		}
		if changed, err := s.Enter(t.Context(), entry("a")); err != nil || changed {
			t.Errorf("a write that changes nothing: %v", err)
		}
		if list, err := s.Projects(t.Context(), catalog.Query{}); err != nil || len(list) != 1 {
			t.Errorf("a read: %d projects, %v", len(list), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		patient, err := Open(ctx, Options{Path: path, Wait: time.Hour})
		if err != nil {
			return err
		}
		defer patient.Close()
		if _, err := patient.Enter(ctx, entry("b")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a write with a deadline: %v", err)
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

// TestMigrationLocked opens a catalog that another process is making.
func TestMigrationLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	l, err := acquire(t.Context(), path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Options{Path: path, Wait: time.Millisecond}); !errors.Is(err, catalog.ErrBusy) {
		t.Errorf("Open: %v", err)
	}
	l.release()
	mustOpen(t, path)
}

const readOnlyVariable = "SQLSTORE_TEST_READ_ONLY"

// TestReadOnly opens a catalog that may not be written, with and without an
// unfinished log, as an ordinary user.
func TestReadOnly(t *testing.T) {
	if path := os.Getenv(readOnlyVariable); path != "" {
		testReadOnly(t, path)
		return
	}
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	path := filepath.Join(data, "catalog.db")
	s := mustOpen(t, path)
	if _, err := s.Enter(t.Context(), entry("a")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(data, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(data, 0o700)
	// The test's own binary may lie where only root can read.
	program := filepath.Join(dir, "test")
	mustCopyProgram(t, program)
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestReadOnly$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), readOnlyVariable+"="+path, "TMPDIR="+dir)
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestReadOnly") {
		t.Errorf("%v\n%s", err, out)
	}
}

func testReadOnly(t *testing.T, path string) {
	ctx := t.Context()
	if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
		f.Close()
		t.Fatal("the file can be written: the test shows nothing")
	}
	s := mustOpen(t, path)
	if p, err := s.Find(ctx, "a", "here"); err != nil || p.ID != "a" {
		t.Errorf("Find: %v", err)
	}
	if changed, err := s.Enter(ctx, entry("a")); err != nil || changed {
		t.Errorf("a write that changes nothing: %v", err)
	}
	if err := s.Seen(ctx, 0, "a"); err != nil {
		t.Errorf("a time that is known: %v", err)
	}
	_, entered := s.Enter(ctx, entry("b"))
	_, tagged := s.Tag(ctx, "a", "x")
	for what, err := range map[string]error{
		"Enter":     entered,
		"Tag":       tagged,
		"Seen":      s.Seen(ctx, 1<<40, "a"),
		"PutFilter": s.PutFilter(ctx, "a", catalog.Stamp{}, termfilter.Filter{}),
	} {
		if !errors.Is(err, catalog.ErrReadOnly) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := Open(ctx, Options{Path: filepath.Join(filepath.Dir(path), "other.db")}); !errors.Is(err, catalog.ErrReadOnly) {
		t.Errorf("a catalog that cannot be made: %v", err)
	}
}

func mustCopyProgram(t *testing.T, to string) {
	t.Helper()
	from, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
