package federation_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query/search"

	"golang.org/x/sync/errgroup"
)

// TestPoolIsBounded takes bases from many goroutines and looks at what stays open.
func TestPoolIsBounded(t *testing.T) {
	h := newHub(t)
	var projects []catalog.Project
	for i := range 6 {
		projects = append(projects, h.add(fmt.Sprint("p", i), "Widget"))
	}
	pool := federation.NewPool(3, all.Set())
	var g errgroup.Group
	for worker := range 8 {
		g.Go(func() error {
			for i := range 40 {
				p := projects[(i*7+worker)%len(projects)]
				b, err := pool.Take(t.Context(), p.Base, p.Root)
				if err != nil {
					return err
				}
				if b.Name() != p.Name {
					return fmt.Errorf("took %s for %s", b.Name(), p.Name)
				}
				_, err = search.Run(t.Context(), b, search.Query{Term: "Widget", Bare: true})
				pool.Put(b, i%11 == 0)
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	must(t, g.Wait())
	if n := pool.Len(); n == 0 || n > 3 {
		t.Errorf("%d bases are open", n)
	}
	// A base that several ask at once has a connection for each: three files.
	if n := openBases(t, h.dir); n == 0 || n > 3*3*8 {
		t.Errorf("%d files of bases are open", n)
	}
	must(t, pool.Close())
	if n := pool.Len() + openBases(t, h.dir); n != 0 {
		t.Errorf("%d are open at the end", n)
	}
}

// openBases counts this process's open files below dir.
func openBases(t *testing.T, dir string) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("open files are counted on Linux only")
	}
	entries, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	n := 0
	for _, e := range entries {
		if target, err := os.Readlink(filepath.Join("/proc/self/fd", e.Name())); err == nil && strings.HasPrefix(target, dir) {
			n++
		}
	}
	return n
}

// TestPoolSeesAReplacedBase deletes a base that is kept open, and makes another.
func TestPoolSeesAReplacedBase(t *testing.T) {
	h := newHub(t)
	p := h.add("p", "Widget")
	count := func(term string) int {
		t.Helper()
		b, err := h.pool.Take(t.Context(), p.Base, p.Root)
		must(t, err)
		defer h.pool.Put(b, false)
		found, err := search.Run(t.Context(), b, search.Query{Term: term, Bare: true})
		must(t, err)
		return found.Total
	}
	if n := count("Widget"); n != 1 {
		t.Fatalf("%d", n)
	}
	must(t, os.RemoveAll(p.Base))
	if _, err := h.pool.Take(t.Context(), p.Base, p.Root); !errors.Is(err, projectbase.ErrNotIndexed) {
		t.Errorf("a deleted base: %v", err)
	}
	h.add("p", "Gadget")
	if w, g := count("Widget"), count("Gadget"); w != 0 || g != 1 {
		t.Errorf("Widget %d, Gadget %d", w, g)
	}
}

// TestPoolForgetsACancelledOpening opens with a context that has ended, which is
// nothing to anybody else.
func TestPoolForgetsACancelledOpening(t *testing.T) {
	h := newHub(t)
	p := h.add("p", "Widget")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.pool.Take(ctx, p.Base, p.Root); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	b, err := h.pool.Take(t.Context(), p.Base, p.Root)
	must(t, err)
	h.pool.Put(b, false)
	if n := h.pool.Len(); n != 1 {
		t.Errorf("%d are open", n)
	}
}
