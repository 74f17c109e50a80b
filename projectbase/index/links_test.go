package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
)

// TestLinks adds, changes and removes a link to another project.
func TestLinks(t *testing.T) {
	f := newFixture(t, map[string]string{"a.go": "package a\n"})
	f.mustInit(InitOptions{})
	ctx := context.Background()
	for i, want := range []bool{true, false} {
		if created, err := f.Link(ctx, f.p, Link{Root: "/elsewhere/lib", Name: "lib"}, Wait{}); err != nil || created != want {
			t.Fatalf("round %d: created %v, %v", i, created, err)
		}
	}
	for i, want := range []bool{true, false} {
		if removed, err := f.Unlink(ctx, f.p, "/elsewhere/lib", Wait{}); err != nil || removed != want {
			t.Fatalf("round %d: removed %v, %v", i, removed, err)
		}
	}
	// Refuse to write through a link.
	other := filepath.Join(t.TempDir(), "base")
	if err := os.Rename(f.p.Base, other); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, f.p.Base); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Link(ctx, f.p, Link{Root: "/elsewhere/lib"}, Wait{}); !errors.Is(err, projectbase.ErrNotAllowed) {
		t.Errorf("through a link: %v, want ErrNotAllowed", err)
	}
}
