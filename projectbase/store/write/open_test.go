package write_test

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"

	"github.com/google/go-cmp/cmp"
)

// TestUnchangedUpdateWritesNothing checks that an update without differences
// does not change the files.
func TestUnchangedUpdateWritesNothing(t *testing.T) {
	ctx := context.Background()
	dir := storetest.QuickDir(t)
	files := storetest.SmallTree(1)
	storetest.MustBuild(t, dir, files)
	inv := store.Inventory{Skipped: []store.Skipped{{Skip: projectbase.Skip{Path: "x", Reason: projectbase.SkipBinary}, Stat: projectbase.Stat{Size: 3}}},
		Dirs: []store.Entry{{Path: ".", Stat: projectbase.Stat{ModTime: 1}}}, Deciders: []store.Decider{{Path: "/abs/ignore"}}}
	meta := store.Metadata{ProjectName: "n", CreatedAt: 12, Other: map[string]string{"k": "v"}}
	apply := func(tx *write.Tx) error {
		for p, src := range files {
			if err := tx.Touch(p, src.Meta.Stat); err != nil {
				return err
			}
			if change, err := tx.Put(src.Meta, src.Facts); err != nil || !change.Unchanged {
				t.Errorf("Put(%s) = %+v, %v", p, change, err)
			}
		}
		if err := tx.SetInventory(inv); err != nil {
			return err
		}
		return tx.SetMeta(meta)
	}
	generation := func() (n int64) {
		b, err := read.Open(ctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		err = b.View(ctx, func(s *read.Snapshot) error {
			n = s.Generation()
			skipped, err := s.Skipped()
			if err != nil {
				return err
			}
			dirs, err := s.Dirs()
			if err != nil {
				return err
			}
			deciders, err := s.Deciders()
			if err != nil {
				return err
			}
			m, err := s.Metadata()
			if diff := cmp.Diff([]any{inv, meta}, []any{store.Inventory{Skipped: skipped, Dirs: dirs, Deciders: deciders}, m}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := write.Update(ctx, dir, apply); err != nil {
		t.Fatal(err)
	}
	before := generation()
	if err := write.Update(ctx, dir, apply); err != nil {
		t.Fatal(err)
	}
	if generation() != before {
		t.Error("the second time something was written")
	}
	failed := errors.New("failed")
	err := write.Update(ctx, dir, func(tx *write.Tx) error {
		if _, err := tx.Remove("a.go"); err != nil {
			return err
		}
		return failed
	})
	if !errors.Is(err, failed) || generation() != before {
		t.Errorf("a failed update left a trace: %v", err)
	}
}

// TestMalformedFacts checks that invalid facts are refused and do not affect
// other files.
func TestMalformedFacts(t *testing.T) {
	terms := &projectbase.Terms{}
	x := terms.ID([]byte("x"))
	bad := terms.ID([]byte{0xff})
	keys := projectbase.AppendLineKey(nil, 0, projectbase.NewLineKey(1, projectbase.LineCode, false))
	zero := binary.AppendUvarint(nil, 3)
	tests := map[string]*projectbase.Facts{
		"term that is not UTF-8": {Terms: terms, Postings: []projectbase.Posting{{Term: bad, Keys: keys}}},
		"unknown term":           {Terms: terms, Postings: []projectbase.Posting{{Term: 99, Keys: keys}}},
		"term twice":             {Terms: terms, Postings: []projectbase.Posting{{Term: x, Keys: keys}, {Term: x, Keys: keys}}},
		"no keys":                {Terms: terms, Postings: []projectbase.Posting{{Term: x}}},
		"line 0":                 {Terms: terms, Postings: []projectbase.Posting{{Term: x, Keys: zero}}},
		"cut varint":             {Terms: terms, Postings: []projectbase.Posting{{Term: x, Keys: projectbase.LineKeys{0x90}}}},
		"container after member": {Terms: terms, Symbols: []projectbase.Symbol{{Container: 1}}},
		"reference out of range": {Terms: terms, References: []projectbase.Reference{{Name: 77, Qualifier: projectbase.NoTerm, Symbol: -1}}},
		"binding out of range":   {Terms: terms, Bindings: []projectbase.Binding{{Name: 77, Source: projectbase.NoTerm, Symbol: -1}}},
		"source out of range":    {Terms: terms, Bindings: []projectbase.Binding{{Name: x, Source: 77, Symbol: -1}}},
		"symbol of a binding":    {Terms: terms, Bindings: []projectbase.Binding{{Name: x, Source: projectbase.NoTerm, Symbol: 4}}},
		"symbol of a reference":  {Terms: terms, References: []projectbase.Reference{{Name: x, Qualifier: projectbase.NoTerm, Symbol: 4}}},
		"import kind":            {Terms: terms, Imports: []projectbase.Import{{Kind: 200, Symbol: -1}}},
	}
	good := storetest.SmallTree(3)
	dir := storetest.QuickDir(t)
	ctx := context.Background()
	b, err := write.Create(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for name, f := range tests {
		if err := b.Put(store.FileMeta{Path: "Z.go"}, f); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("Builder.Put, %s: %v", name, err)
		}
	}
	for _, p := range storetest.SortedPaths(good) {
		if err := b.Put(good[p].Meta, good[p].Facts); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Finish(ctx, store.Inventory{}, store.Metadata{}); err != nil {
		t.Fatal(err)
	}
	if err := b.Publish(ctx); err != nil {
		t.Fatal(err)
	}
	err = write.Update(ctx, dir, func(tx *write.Tx) error {
		for name, f := range tests {
			if _, err := tx.Put(store.FileMeta{Path: "Z.go"}, f); !errors.Is(err, projectbase.ErrMalformed) {
				t.Errorf("Tx.Put, %s: %v", name, err)
			}
		}
		delete(good, "a.go")
		_, err := tx.Remove("a.go")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(storetest.WantContent(good), storetest.MustContent(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
