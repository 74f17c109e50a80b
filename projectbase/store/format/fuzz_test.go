package format_test

import (
	"errors"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/storetest"
)

// seeds returns packed random facts.
func seeds(pick func(p *format.Packed) []byte) [][]byte {
	var out [][]byte
	var p format.Packer
	for seed := range int64(12) {
		w := storetest.NewWorld(seed)
		f := w.Facts(&projectbase.Terms{})
		items := make([]store.ItemID, len(f.Postings))
		for i := range items {
			items[i] = store.ItemID(i*3 + 1)
		}
		if got, err := p.Pack(f, items); err == nil {
			out = append(out, append([]byte(nil), pick(got)...))
		}
	}
	return append(out, nil, []byte{0xff}, []byte{0, 0}, []byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02})
}

func fuzz(f *testing.F, pick func(p *format.Packed) []byte, decode func([]byte) (int, error)) {
	for _, s := range seeds(pick) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := decode(data)
		if err != nil && !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("%v is not ErrMalformed", err)
		}
		if n > len(data) {
			t.Errorf("%d elements out of %d bytes", n, len(data))
		}
	})
}

func FuzzReferences(f *testing.F) {
	fuzz(f, func(p *format.Packed) []byte { return p.Refs }, func(b []byte) (int, error) {
		list, strings, err := format.UnpackReferences(b, 20)
		for _, r := range list {
			if int(r.Name) >= 20+len(strings) || r.Qualifier != projectbase.NoTerm && int(r.Qualifier) >= 20+len(strings) ||
				r.Arguments != projectbase.NoTerm && int(r.Arguments) >= 20+len(strings) {
				return 0, errors.New("name out of range")
			}
		}
		return len(list) + len(strings), err
	})
}

func FuzzBindings(f *testing.F) {
	fuzz(f, func(p *format.Packed) []byte { return p.Bindings }, func(b []byte) (int, error) {
		list, err := format.UnpackBindings(b, 20, 5)
		for _, b := range list {
			if b.Name != projectbase.NoTerm && b.Name >= 25 || b.Source != projectbase.NoTerm && b.Source >= 25 {
				return 0, errors.New("name out of range")
			}
		}
		return len(list), err
	})
}

func FuzzImports(f *testing.F) {
	fuzz(f, func(p *format.Packed) []byte { return p.Imports }, func(b []byte) (int, error) {
		list, err := format.UnpackImports(b)
		return len(list), err
	})
}

func FuzzItems(f *testing.F) {
	fuzz(f, func(p *format.Packed) []byte { return format.AppendItems(nil, p.Items) }, func(b []byte) (int, error) {
		list, err := format.UnpackItems(b)
		return len(list), err
	})
}

func FuzzChunk(f *testing.F) {
	fuzz(f, func(p *format.Packed) []byte {
		var b []byte
		for i, k := range p.Keys {
			b = format.AppendEntry(b, store.FileID(max(i, 1)), store.FileID(i+1), k)
		}
		return b
	}, func(b []byte) (int, error) {
		n := 0
		err := format.EachEntry(b, 1, func(file store.FileID, keys projectbase.LineKeys) error {
			n++
			return keys.Check() // accepted keys must be valid
		})
		if err == nil {
			// A readable chunk can be rewritten.
			pieces, err := format.Chunk{First: 1, Data: b}.Replace(7, projectbase.LineKeys{0x20})
			if err != nil || len(pieces) == 0 {
				return n, errors.New("replace failed")
			}
		}
		return n, err
	})
}

func FuzzPlace(f *testing.F) {
	fuzz(f, func(p *format.Packed) []byte {
		if len(p.Symbols) == 0 {
			return nil
		}
		return format.PackPosition(&p.Symbols[0])
	}, func(b []byte) (int, error) {
		var s projectbase.Symbol
		s.NameLine = 10
		err := format.UnpackPosition(b, &s)
		if err == nil && (s.Span.End < s.Span.Start || s.Span.EndLine < s.Span.Line) {
			return 0, errors.New("span ends before it begins")
		}
		return 0, err
	})
}

func FuzzFile(f *testing.F) {
	fuzz(f, func(p *format.Packed) []byte { return format.PackFile(store.FileMeta{}, &p.Counts) }, func(b []byte) (int, error) {
		return 0, format.UnpackFile(b, &store.File{})
	})
}

func FuzzBlock(f *testing.F) {
	b := &format.Block{}
	for i, term := range []string{"a", "Ab", "ab\n", strings.Repeat("X", 100), "é"} {
		b.Add(term, projectbase.Fold(term), store.ItemID(i+1))
	}
	f.Add(b.Folds, b.Items, b.Spellings, []byte("b"))
	f.Add([]byte("a\xff"), []byte{1, 0, 0, 0}, []byte{3, 'A'}, []byte(""))
	f.Add([]byte("a\xff"), []byte{1, 0, 0, 0}, []byte{0xfe, 0xff, 0x03}, []byte("a"))
	f.Fuzz(func(t *testing.T, folds, items, spellings, part []byte) {
		b := &format.Block{Folds: folds, Items: items, Spellings: spellings}
		if !strings.Contains(string(part), "\xff") {
			err := b.Each(format.NewNeedle(string(part)), func(i int) { b.Term(i) })
			if err != nil && !errors.Is(err, projectbase.ErrMalformed) {
				t.Error(err)
			}
		}
		if _, _, err := b.Find(part); err == nil {
			for i := range b.Len() {
				b.Term(i)
			}
		}
	})
}
