package resolve_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve"
	"codegraph/projectbase/resolve/outline"
)

func TestPack(t *testing.T) {
	o := mustOutline(t, 7, "d/a.ts", `
import { Base as B, other } from './base'
export { x as y } from './x'
export class A extends B<T> { private repo = new Repo(); run(a: A): Out { return this.repo.find() } }
export const make = () => new A()
`)
	if len(o.Symbols) < 4 || len(o.Bases) == 0 || len(o.Imports) != 3 || len(o.Values) == 0 {
		t.Fatalf("the sample lacks declarations: %+v", o)
	}
	slots := []uint32{4, 3, 2, 1, 0, 5, 6, 7}[:len(o.Symbols)]
	want := *o
	want.Symbols = append([]outline.Symbol(nil), o.Symbols...)
	for i := range want.Symbols {
		want.Symbols[i].Slot = slots[i]
	}
	data := o.Pack()
	got, err := outline.Unpack(7, "d/a.ts", "typescript", slots, data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got, cmpopts.IgnoreUnexported(outline.Outline{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("unpacked outline (-want +got):\n%s", diff)
	}
	for n := range data {
		if _, err := outline.Unpack(7, "d/a.ts", "typescript", nil, data[:n]); !errors.Is(err, projectbase.ErrMalformed) {
			t.Fatalf("%d of %d bytes: error %v, want ErrMalformed", n, len(data), err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(mustOutline(f, 1, "a.go", "package a\n\ntype A struct{ B }\n\nvar x = f()\n\nfunc (a *A) f() int { return 1 }\n").Pack())
	f.Add(mustOutline(f, 1, "a.py", "from . import b as c\nclass A(B):\n    x: int = 1\n    def f(self): return g()\n").Pack())
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := outline.Unpack(1, "a.go", "go", nil, data)
		if err != nil {
			return
		}
		if again, err := outline.Unpack(1, "a.go", "go", nil, o.Pack()); err != nil {
			t.Fatalf("an unpacked outline cannot be packed: %v", err)
		} else if diff := cmp.Diff(o, again, cmpopts.IgnoreUnexported(outline.Outline{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-first +second):\n%s", diff)
		}
		p := resolve.NewProject(settings)
		p.Put(o)
		p.Resolve(1, resolve.Body{})
	})
}
