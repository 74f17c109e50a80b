package format

import (
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
)

// Packed has the stored form of one file. It is valid until the next call of
// Pack.
type Packed struct {
	Counts   store.File // the fields from Generated on
	Items    []store.ItemID
	Keys     []projectbase.LineKeys // of each item
	Refs     []byte
	Bindings []byte
	Imports  []byte
	Header   string
	Symbols  []projectbase.Symbol
}

// Packer packs the facts of files. It reuses its buffers from file to file.
type Packer struct {
	out    Packed
	pairs  []uint64 // item and index of its posting, for sorting
	rank   []uint32 // by TermID: index of its item in out.items
	stamp  []uint32 // by TermID: number of the file for which rank is valid
	file   uint32   // counts files, for stamp
	seen   bitmap   // line objects
	names  nameCoder
	bodies []byte
}

// Pack checks and packs facts. items are the items of the postings. The error
// wraps projectbase.ErrMalformed.
func (p *Packer) Pack(f *projectbase.Facts, items []store.ItemID) (*Packed, error) {
	out := &p.out
	out.Counts = store.File{Generated: f.Generated, Partial: f.Partial, Errors: f.Errors, Lines: f.Lines, Items: uint32(len(items)),
		Symbols: uint32(len(f.Symbols))}
	out.Header, out.Symbols = f.Header, f.Symbols
	if err := p.sortItems(f, items); err != nil {
		return nil, err
	}
	if err := p.countLines(f); err != nil {
		return nil, err
	}
	if err := p.checkSymbols(f); err != nil {
		return nil, err
	}
	if err := p.packNames(f); err != nil {
		return nil, err
	}
	for i := range f.Imports {
		if m := &f.Imports[i]; !m.Kind.Valid() || m.Symbol < projectbase.NoSymbol || int(m.Symbol) >= len(f.Symbols) {
			return nil, fmt.Errorf("import %d: %w", i, projectbase.ErrMalformed)
		}
	}
	out.Imports = pack.AppendImports(out.Imports[:0], f.Imports)
	return out, nil
}

func (p *Packer) sortItems(f *projectbase.Facts, items []store.ItemID) error {
	p.pairs = p.pairs[:0]
	for i, id := range items {
		p.pairs = append(p.pairs, uint64(id)<<32|uint64(i))
	}
	slices.Sort(p.pairs)
	if n := f.Terms.Len(); len(p.rank) < n {
		p.rank = append(p.rank, make([]uint32, n+n/4-len(p.rank))...)
		p.stamp = append(p.stamp, make([]uint32, len(p.rank)-len(p.stamp))...)
	}
	p.file++
	out := &p.out
	out.Items, out.Keys = out.Items[:0], out.Keys[:0]
	prev := store.ItemID(0)
	for i, pair := range p.pairs {
		post := &f.Postings[uint32(pair)]
		id := store.ItemID(pair >> 32)
		if id == prev {
			return fmt.Errorf("postings have the term %q twice: %w", f.Terms.Text(post.Term), projectbase.ErrMalformed)
		}
		prev = id
		out.Items = append(out.Items, id)
		out.Keys = append(out.Keys, post.Keys)
		p.rank[post.Term], p.stamp[post.Term] = uint32(i), p.file
	}
	return nil
}

// countLines checks all keys and counts occurrences and line objects.
func (p *Packer) countLines(f *projectbase.Facts) error {
	for _, keys := range p.out.Keys {
		if len(keys) == 0 {
			return fmt.Errorf("posting without keys: %w", projectbase.ErrMalformed)
		}
		if err := checkKeys(keys); err != nil {
			return err
		}
		prev := uint32(0)
		for i := 0; i < len(keys); i++ {
			d := uint32(keys[i])
			if d >= 0x80 {
				d &= 0x7f
				for shift := 7; ; shift += 7 {
					i++
					d |= uint32(keys[i]&0x7f) << shift
					if keys[i] < 0x80 {
						break
					}
				}
			}
			prev += d
			p.out.Counts.Occurrences++
			p.seen.set(LineID(projectbase.LineKey(prev)))
		}
	}
	p.out.Counts.LineObjects = p.seen.reset()
	return nil
}

// LineID returns the number of a key's line object within its file: four times
// the line, plus 1 for a comment and 2 for a string.
func LineID(k projectbase.LineKey) uint32 {
	return k.Line()<<2 | uint32(roles[k.Type()])
}

var roles = [8]uint8{projectbase.LineComment: 1, projectbase.LineString: 2}

func (p *Packer) checkSymbols(f *projectbase.Facts) error {
	if len(f.Symbols) > MaxOrdinal {
		return fmt.Errorf("%d symbols in a file: %w", len(f.Symbols), projectbase.ErrMalformed)
	}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Container < projectbase.NoSymbol || int(s.Container) >= i || !s.Kind.Valid() || !s.Visibility.Valid() ||
			s.Span.End < s.Span.Start || s.Span.EndLine < s.Span.Line {
			return fmt.Errorf("symbol %d, %q: %w", i, s.Name, projectbase.ErrMalformed)
		}
		if s.Kind.IsCallable() {
			p.out.Counts.Methods++
		}
		if s.Kind.IsType() {
			p.out.Counts.Types++
		}
	}
	return nil
}

// packNames packs the bindings and references of the file.
func (p *Packer) packNames(f *projectbase.Facts) error {
	terms := projectbase.TermID(f.Terms.Len())
	for i := range f.References {
		r := &f.References[i]
		if !r.Kind.Valid() || r.Name >= terms || r.Qualifier != projectbase.NoTerm && r.Qualifier >= terms ||
			r.Arguments != projectbase.NoTerm && r.Arguments >= terms ||
			r.Symbol < projectbase.NoSymbol || int(r.Symbol) >= len(f.Symbols) {
			return fmt.Errorf("reference %d: %w", i, projectbase.ErrMalformed)
		}
	}
	for i := range f.Bindings {
		b := &f.Bindings[i]
		if !b.Kind.Valid() || b.Name != projectbase.NoTerm && b.Name >= terms || b.Source != projectbase.NoTerm && b.Source >= terms ||
			b.Symbol < projectbase.NoSymbol || int(b.Symbol) >= len(f.Symbols) {
			return fmt.Errorf("binding %d: %w", i, projectbase.ErrMalformed)
		}
	}
	code := func(t projectbase.TermID) uint64 {
		if p.stamp[t] == p.file {
			return uint64(p.rank[t]) << 1
		}
		return p.names.other(f.Terms.Text(t))
	}
	p.names.reset()
	p.out.Bindings = appendBindings(p.out.Bindings[:0], f.Bindings, code)
	p.out.Refs, p.bodies = appendReferences(p.out.Refs[:0], p.bodies, &p.names, f.References, code)
	return nil
}
