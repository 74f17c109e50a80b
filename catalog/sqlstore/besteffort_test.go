package sqlstore

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"codegraph/catalog"
)

// TestBestEffort checks that a best-effort write does not wait for another program,
// and that other writes still do.
func TestBestEffort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	s, err := Open(t.Context(), Options{Path: path, Wait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Enter(t.Context(), entry("a")); err != nil {
		t.Fatal(err)
	}
	other := mustOpen(t, path)
	err = other.update(t.Context(), "hold", func(*tx) error {
		ctx, cancel := context.WithTimeout(catalog.BestEffort(t.Context()), time.Minute)
		defer cancel()
		if _, err := s.Enter(ctx, entry("b")); !errors.Is(err, catalog.ErrBusy) {
			t.Errorf("another program writes: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := s.Enter(catalog.BestEffort(t.Context()), entry("b")); err != nil || !changed {
		t.Errorf("nobody else writes: %v, %v", changed, err)
	}
	c, err := s.writer.take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.writer.give(c, false)
	var wait int64
	if err := c.raw.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&wait); err != nil || wait != time.Hour.Milliseconds() {
		t.Errorf("others wait for %d ms from then on: %v", wait, err)
	}
}
