package about

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
)

func mustRead(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, SummaryFile)
	if data, err := Read(dir, SummaryFile); data != nil || err != nil {
		t.Fatalf("Read of a missing file = %q, %v", data, err)
	}
	if changed, err := Write(dir, SummaryFile, []byte("one")); !changed || err != nil {
		t.Fatal(changed, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := Write(dir, SummaryFile, []byte("one")); changed || err != nil {
		t.Fatal(changed, err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Fatal("an unchanged text was written again", err)
	}
	// A temporary file of a killed process does not stop Edit, even if it is a link.
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, path+".tmp"); err != nil {
		t.Fatal(err)
	}
	if changed, err := Write(dir, SummaryFile, []byte("two")); !changed || err != nil {
		t.Fatal(changed, err)
	}
	if got := mustRead(t, path) + mustRead(t, outside); got != "twotheirs" {
		t.Errorf("files hold %q", got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("left over: %v, %v", list, err)
	}
}

// TestEditWhileSomebodySaves checks that Edit keeps the text of a concurrent
// save.
func TestEditWhileSomebodySaves(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, SummaryFile)
	calls := 0
	changed, err := Edit(dir, SummaryFile, func(old []byte) ([]byte, error) {
		if calls++; calls == 1 {
			if err := os.WriteFile(path, []byte("saved"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return append(append([]byte(nil), old...), " and ours"...), nil
	})
	if got := mustRead(t, path); !changed || err != nil || got != "saved and ours" {
		t.Errorf("%q, %v, %v", got, changed, err)
	}
	n := 0
	_, err = Edit(dir, SummaryFile, func(old []byte) ([]byte, error) {
		n++
		if err := os.WriteFile(path, []byte{byte('a' + n)}, 0o644); err != nil {
			t.Fatal(err)
		}
		return []byte("ours"), nil
	})
	var busy *projectbase.BusyError
	if !errors.As(err, &busy) || mustRead(t, path) == "ours" {
		t.Errorf("a file that keeps changing: %v", err)
	}
}

func TestFileRefuses(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	if err := os.WriteFile(target, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", filepath.Join(dir, SummaryFile)); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(dir, SummaryFile); !errors.Is(err, projectbase.ErrNotAllowed) {
		t.Errorf("Read of a link = %q, %v", data, err)
	}
	if _, err := Write(dir, SummaryFile, []byte("x")); !errors.Is(err, projectbase.ErrNotAllowed) || mustRead(t, target) != "secret" {
		t.Errorf("Write of a link: %v", err)
	}
	fail := errors.New("no")
	if _, err := Edit(dir, DocsFile, func([]byte) ([]byte, error) { return nil, fail }); !errors.Is(err, fail) {
		t.Errorf("Edit: %v", err)
	}
}
