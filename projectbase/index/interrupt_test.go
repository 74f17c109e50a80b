package index

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"testing"
)

// fading is a context that ends after a number of checks.
type fading struct {
	context.Context
	left atomic.Int64
}

func (c *fading) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// TestInterruptedUpdates cancels updates at every check of the context. The
// index must stay unchanged, the next attempt must not read the declarations
// again, and a complete attempt must give a fresh index.
func TestInterruptedUpdates(t *testing.T) {
	f := newFixture(t, graphFiles)
	f.mustInit(InitOptions{})
	steps := []struct {
		name string
		do   func()
	}{
		{"callee renamed", func() { f.write("lib/lib.go", "package lib\n\ntype Base struct{}\n\nfunc (b *Base) Done() {}\n") }},
		{"another of the name, and one gone", func() {
			f.write("other/o.go", "package other\n\ntype Base struct{}\n\nfunc (b *Base) Do() {}\n")
			must(t, os.Remove(f.path("web/x/index.ts")))
		}},
		{"module renamed", func() {
			f.write("go.mod", "module example.com/n\n")
			f.write("lib/lib.go", "package lib\n\ntype Base struct{}\n\nfunc (b *Base) Do() {}\n")
		}},
		{"directory gone", func() { must(t, os.RemoveAll(f.path("py"))) }},
	}
	for _, s := range steps {
		s.do()
		f.Rest(f.p.Base) // as in a new process
		before := f.export()
		var kept *graph
		given := 0
		for n := 0; ; n++ {
			ctx := &fading{Context: t.Context()}
			ctx.left.Store(int64(n))
			_, err := f.Sync(ctx, f.p, SyncOptions{})
			if err == nil {
				break
			}
			given++
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, cancelled after %d checks: %v", s.name, n, err)
			}
			if now := f.graphs[f.p.Base]; kept != nil && now != kept {
				t.Fatalf("%s, cancelled after %d checks: the declarations were read again", s.name, n)
			} else {
				kept = now
			}
			if n%16 == 0 && f.export() != before {
				t.Fatalf("%s, cancelled after %d checks: the index has changed", s.name, n)
			}
		}
		if given < 5 || kept == nil || f.graphs[f.p.Base] != kept {
			t.Errorf("%s: cancelled %d times, the declarations were read again: %v", s.name, given, kept == nil || f.graphs[f.p.Base] != kept)
		}
		f.checkFresh(s.name)
	}
}
