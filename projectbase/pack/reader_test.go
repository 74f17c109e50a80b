package pack_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

func TestRoundTrip(t *testing.T) {
	imports := []projectbase.Import{{Kind: projectbase.ImportModule, Module: "m/x", Alias: "y", Line: 3, Symbol: projectbase.NoSymbol},
		{Kind: projectbase.ImportModule, Name: "z", Line: math.MaxUint32, Symbol: 4}}
	b := pack.AppendNear(nil, 7, 0)
	b = pack.AppendNear(b, 0, math.MaxUint32)
	b = pack.AppendText(b, "héllo")
	b = pack.AppendText(b, "")
	b = pack.AppendIndex(b, projectbase.NoSymbol)
	b = pack.AppendIndex(b, 4)
	b = pack.AppendImports(b, imports)
	b = binary.AppendVarint(append(b, 9), math.MinInt64)
	for name, r := range map[string]pack.Reader{"copies": pack.Read(b), "parts": pack.ReadTexts(b)} {
		if x, y := r.Near(7), r.Near(0); x != 0 || y != math.MaxUint32 {
			t.Errorf("%s: numbers = %d, %d", name, x, y)
		}
		if x, y := r.Text(), r.Text(); x != "héllo" || y != "" {
			t.Errorf("%s: texts = %q, %q", name, x, y)
		}
		if x, y := r.Index(5), r.Index(5); x != projectbase.NoSymbol || y != 4 {
			t.Errorf("%s: indexes = %d, %d", name, x, y)
		}
		if got := r.Imports(5); !slices.Equal(got, imports) {
			t.Errorf("%s: imports = %+v", name, got)
		}
		if x, y := r.Byte(), r.Int64(); x != 9 || y != math.MinInt64 {
			t.Errorf("%s: byte %d, number %d", name, x, y)
		}
		if err := r.Err("data"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMalformed(t *testing.T) {
	many := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
	tests := []struct {
		name string
		data []byte
		read func(r *pack.Reader)
	}{
		{"no byte", nil, func(r *pack.Reader) { r.Byte() }},
		{"number without end", []byte{0x80}, func(r *pack.Reader) { r.Uint64() }},
		{"number of too many bytes", many, func(r *pack.Reader) { r.Uint64() }},
		{"number of 33 bits", binary.AppendUvarint(nil, 1<<32), func(r *pack.Reader) { r.Uint32() }},
		{"below zero", binary.AppendVarint(nil, -1), func(r *pack.Reader) { r.Near(0) }},
		{"difference of 64 bits", binary.AppendVarint(nil, math.MaxInt64), func(r *pack.Reader) { r.Near(5) }},
		{"not below", []byte{5}, func(r *pack.Reader) { r.Below(5) }},
		{"no such symbol", []byte{6}, func(r *pack.Reader) { r.Index(5) }},
		{"more things than bytes", []byte{2, 0, 0, 0}, func(r *pack.Reader) { r.Count(2) }},
		{"text without end", []byte{2, 'a'}, func(r *pack.Reader) { r.Text() }},
		{"bytes without end", []byte{2, 'a'}, func(r *pack.Reader) { r.Bytes() }},
		{"more than there is", []byte{2}, func(r *pack.Reader) { r.Take(2) }},
		{"import of no kind", []byte{1, 0xff, 0, 0, 0, 0, 0}, func(r *pack.Reader) { r.Imports(0) }},
		{"rest", []byte{1}, func(*pack.Reader) {}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []pack.Reader{pack.Read(tt.data), pack.ReadTexts(tt.data)} {
				tt.read(&r)
				if err := r.Err("data"); !errors.Is(err, projectbase.ErrMalformed) {
					t.Errorf("error = %v", err)
				}
				if r.Bad() && (r.Uint64() != 0 || r.Text() != "" || len(r.Rest()) > 0) {
					t.Error("bad data gives values")
				}
			}
		})
	}
}

func TestTakeStaysPart(t *testing.T) {
	b := []byte{2, 'a', 'b', 'c'}
	r := pack.Read(b)
	got := r.Bytes()
	b[1] = 'x'
	if !bytes.Equal(got, []byte("xb")) || cap(got) != 2 {
		t.Errorf("bytes = %q of capacity %d", got, cap(got))
	}
}
