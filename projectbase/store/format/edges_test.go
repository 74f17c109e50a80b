package format_test

import (
	"errors"
	"slices"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sampleEdges has each kind of outcome, some of them twice.
var sampleEdges = []projectbase.Edge{
	{},
	{Tier: projectbase.TierExact, Reason: projectbase.ReasonScope, Targets: []projectbase.Target{{File: 3, Slot: 0}}},
	{Tier: projectbase.TierInferred, Reason: projectbase.ReasonAlias, Targets: []projectbase.Target{{File: 900, Slot: format.MaxOrdinal}}},
	{Tier: projectbase.TierExact, Reason: projectbase.ReasonScope, Targets: []projectbase.Target{{File: 3, Slot: 0}}},
	{Tier: projectbase.TierAmbiguous, Reason: projectbase.ReasonUnit, Targets: []projectbase.Target{{File: 3, Slot: 1}, {File: 4, Slot: 2}}},
	{Tier: projectbase.TierExternal, Reason: projectbase.ReasonImport, Package: "net/http"},
	{},
}

func TestEdges(t *testing.T) {
	data := format.AppendEdges(nil, 3, sampleEdges)
	got, err := format.UnpackEdges(data, 3)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Outcomes); n != 4 {
		t.Errorf("%d outcomes, want 4: each once", n)
	}
	for i := range sampleEdges {
		if diff := cmp.Diff(sampleEdges[i], got.At(i), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("edge %d (-want +got):\n%s", i, diff)
		}
	}
	if e := got.At(len(sampleEdges)); e.Tier != projectbase.TierNone {
		t.Errorf("an edge of a missing reference: %v", e)
	}
	for n := range data {
		if _, err := format.UnpackEdges(data[:n], 3); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("%d of %d bytes: error %v, want ErrMalformed", n, len(data), err)
		}
	}
}

func TestSlots(t *testing.T) {
	for _, want := range [][]uint32{{1, 0}, {0, 1, 7}, {5}} {
		got, err := format.UnpackSlots(format.AppendSlots(nil, want))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("slots %v became %v, %v", want, got, err)
		}
	}
	if b := format.AppendSlots(nil, []uint32{0, 1, 2}); len(b) != 0 {
		t.Errorf("slots equal to the ordinals take %d bytes", len(b))
	}
}

func FuzzEdges(f *testing.F) {
	f.Add(format.AppendEdges(nil, 3, sampleEdges))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := format.UnpackEdges(data, 3)
		if err != nil {
			if !errors.Is(err, projectbase.ErrMalformed) {
				t.Errorf("%v is not ErrMalformed", err)
			}
			return
		}
		again := make([]projectbase.Edge, len(e.List))
		for i := range again {
			again[i] = e.At(i)
		}
		back, err := format.UnpackEdges(format.AppendEdges(nil, 3, again), 3)
		if err != nil {
			t.Fatal(err)
		}
		for i := range again {
			if diff := cmp.Diff(again[i], back.At(i), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("edge %d differs after packing again:\n%s", i, diff)
			}
		}
	})
}

func FuzzGraphLists(f *testing.F) {
	f.Add(format.AppendKeys(nil, []uint16{1, 5, 65535}))
	f.Add(format.AppendFiles(nil, []store.FileID{1, 2, 700}))
	f.Add(format.AppendSlots(nil, []uint32{3, 1}))
	f.Fuzz(func(t *testing.T, data []byte) {
		keys, keysErr := format.UnpackKeys(data)
		files, filesErr := format.UnpackFiles(data)
		slots, slotsErr := format.UnpackSlots(data)
		for _, err := range []error{keysErr, filesErr, slotsErr} {
			if err != nil && !errors.Is(err, projectbase.ErrMalformed) {
				t.Errorf("%v is not ErrMalformed", err)
			}
		}
		if len(keys) > len(data) || len(files) > len(data) || len(slots) > len(data) {
			t.Errorf("%d, %d and %d things out of %d bytes", len(keys), len(files), len(slots), len(data))
		}
		if filesErr == nil && !slices.IsSorted(files) || keysErr == nil && !slices.IsSorted(keys) {
			t.Error("a list does not ascend")
		}
	})
}
