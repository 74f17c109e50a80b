package source

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// TestSettle checks that Settle waits for the notices of all earlier changes,
// even during further changes.
func TestSettle(t *testing.T) {
	var told atomic.Int64
	n, err := NewNotices(func(Notice) { told.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	dir := t.TempDir()
	if err := n.Add(dir); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "a")
	last := int64(0)
	for i := range 200 {
		if err := os.WriteFile(name, []byte{byte(i)}, 0o644); err != nil {
			t.Fatal(err)
		}
		other := make(chan error, 2)
		for range 2 {
			go func() { other <- n.Settle(t.Context()) }()
		}
		if err := n.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		now := told.Load()
		if now == last {
			t.Fatalf("round %d: there was no notice of the change", i)
		}
		last = now
		for range 2 {
			if err := <-other; err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestNoticesKind(t *testing.T) {
	var mu sync.Mutex // guards got
	var got []Notice
	n, err := NewNotices(func(x Notice) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, x)
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("a"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := n.Add(dir); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		do      func() error
		content bool
	}{
		{func() error { return os.WriteFile(name, []byte("b"), 0o644) }, true},
		{func() error { return os.Chmod(name, 0o600) }, true},
		{func() error { return os.Rename(name, name+"b") }, false},
		{func() error { return os.Remove(name + "b") }, false},
	} {
		mu.Lock()
		got = nil
		mu.Unlock()
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if err := n.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		if len(got) == 0 || got[0].Content != step.content {
			t.Errorf("%+v, content %v", got, step.content)
		}
		mu.Unlock()
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
}
