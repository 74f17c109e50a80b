package store

import (
	"errors"
	"strings"
	"testing"

	"codegraph/projectbase"
)

// seeds returns what the packer makes of random facts.
func seeds(pick func(p *packed) []byte) [][]byte {
	var out [][]byte
	var p packer
	for seed := range int64(12) {
		w := newWorld(seed)
		f := w.facts(&projectbase.Terms{})
		items := make([]ItemID, len(f.Postings))
		for i := range items {
			items[i] = ItemID(i*3 + 1)
		}
		if got, err := p.pack(f, items); err == nil {
			out = append(out, append([]byte(nil), pick(got)...))
		}
	}
	return append(out, nil, []byte{0xff}, []byte{0, 0}, []byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02})
}

func fuzz(f *testing.F, pick func(p *packed) []byte, decode func([]byte) (int, error)) {
	for _, s := range seeds(pick) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := decode(data)
		if err != nil && !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("%v is not ErrMalformed", err)
		}
		if n > len(data) {
			t.Errorf("%d things out of %d bytes", n, len(data))
		}
	})
}

func FuzzReferences(f *testing.F) {
	fuzz(f, func(p *packed) []byte { return p.refs }, func(b []byte) (int, error) {
		list, strings, err := unpackReferences(b, 20)
		for _, r := range list {
			if int(r.Name) >= 20+len(strings) || r.Qualifier != projectbase.NoTerm && int(r.Qualifier) >= 20+len(strings) ||
				r.Arguments != projectbase.NoTerm && int(r.Arguments) >= 20+len(strings) {
				return 0, errors.New("a name out of range")
			}
		}
		return len(list) + len(strings), err
	})
}

func FuzzBindings(f *testing.F) {
	fuzz(f, func(p *packed) []byte { return p.bindings }, func(b []byte) (int, error) {
		list, err := unpackBindings(b, 20, 5)
		for _, b := range list {
			if b.Name != projectbase.NoTerm && b.Name >= 25 || b.Source != projectbase.NoTerm && b.Source >= 25 {
				return 0, errors.New("a name out of range")
			}
		}
		return len(list), err
	})
}

func FuzzImports(f *testing.F) {
	fuzz(f, func(p *packed) []byte { return p.imports }, func(b []byte) (int, error) {
		list, err := unpackImports(b)
		return len(list), err
	})
}

func FuzzItems(f *testing.F) {
	fuzz(f, func(p *packed) []byte { return appendItems(nil, p.items) }, func(b []byte) (int, error) {
		list, err := unpackItems(b)
		return len(list), err
	})
}

func FuzzChunk(f *testing.F) {
	fuzz(f, func(p *packed) []byte {
		var b []byte
		for i, k := range p.keys {
			b = appendEntry(b, FileID(max(i, 1)), FileID(i+1), k)
		}
		return b
	}, func(b []byte) (int, error) {
		n := 0
		err := eachEntry(b, 1, func(file FileID, keys projectbase.LineKeys) error {
			n++
			return keys.Check() // what was accepted is a list
		})
		if err == nil {
			// What can be read can be rewritten.
			pieces, err := chunk{first: 1, data: b}.replace(7, projectbase.LineKeys{0x20})
			if err != nil || len(pieces) == 0 {
				return n, errors.New("cannot be rewritten")
			}
		}
		return n, err
	})
}

func FuzzPlace(f *testing.F) {
	fuzz(f, func(p *packed) []byte {
		if len(p.symbols) == 0 {
			return nil
		}
		return packPlace(&p.symbols[0])
	}, func(b []byte) (int, error) {
		var s projectbase.Symbol
		s.NameLine = 10
		err := unpackPlace(b, &s)
		if err == nil && (s.Span.End < s.Span.Start || s.Span.EndLine < s.Span.Line) {
			return 0, errors.New("a span that ends before it begins")
		}
		return 0, err
	})
}

func FuzzFile(f *testing.F) {
	fuzz(f, func(p *packed) []byte { return packFile(FileMeta{}, &p.counts) }, func(b []byte) (int, error) {
		return 0, unpackFile(b, &File{})
	})
}

func FuzzBlock(f *testing.F) {
	b := &block{}
	for i, term := range []string{"a", "Ab", "ab\n", strings.Repeat("X", 100), "é"} {
		b.add(term, projectbase.Fold(term), ItemID(i+1))
	}
	f.Add(b.folds, b.items, b.spellings, []byte("b"))
	f.Add([]byte("a\xff"), []byte{1, 0, 0, 0}, []byte{3, 'A'}, []byte(""))
	f.Add([]byte("a\xff"), []byte{1, 0, 0, 0}, []byte{0xfe, 0xff, 0x03}, []byte("a"))
	f.Fuzz(func(t *testing.T, folds, items, spellings, part []byte) {
		b := &block{folds: folds, items: items, spellings: spellings}
		if !strings.Contains(string(part), "\xff") {
			err := b.each(newNeedle(string(part)), func(i int) { b.term(i) })
			if err != nil && !errors.Is(err, projectbase.ErrMalformed) {
				t.Error(err)
			}
		}
		if _, _, err := b.find(part); err == nil {
			for i := range b.length() {
				b.term(i)
			}
		}
	})
}
