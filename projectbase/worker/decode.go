package worker

import (
	"fmt"
	"sync"

	"codegraph/projectbase"
)

// dictionary holds the spellings that a child has sent since it last began
// anew.
type dictionary struct {
	mu    sync.Mutex
	terms projectbase.Terms
}

// share makes v hold what d holds.
func (d *dictionary) share(v *projectbase.Terms) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.terms.Share(v)
}

// decoder unpacks what an encoder of a child has packed. The child may be
// broken in any way: what does not fit is an error that wraps
// projectbase.ErrMalformed, and the decoder is of no more use after it.
type decoder struct {
	dict *dictionary // never nil after the first answer
}

// decode returns the facts of a file of size bytes. Their Terms are nil: they
// are what d.dict holds. They keep payload.
func (d *decoder) decode(payload []byte, off, size int) (*projectbase.Facts, error) {
	r := newReader(payload)
	r.off = off
	f := &projectbase.Facts{}
	flag := r.byte()
	if flag >= flags {
		r.fail()
	}
	f.Generated = flag&flagGenerated != 0
	if flag&flagAnew != 0 {
		d.dict = &dictionary{}
	} else if d.dict == nil {
		r.fail()
		d.dict = &dictionary{}
	}
	known := d.newTerms(r)
	f.Lines = uint32(r.below(projectbase.MaxLine + 1))
	f.Errors = r.uint32()
	f.Partial = r.text()
	if !knownPartial(f.Partial) {
		r.fail()
	}
	f.Header = r.text()
	f.Postings = decodePostings(r, known, f.Lines)
	f.Symbols = decodeSymbols(r, size)
	f.References = decodeReferences(r, known, len(f.Symbols))
	f.Imports = decodeImports(r, len(f.Symbols))
	f.Bindings = decodeBindings(r, known, len(f.Symbols))
	if r.bad || r.off != len(payload) {
		return nil, fmt.Errorf("facts of a file: %w", projectbase.ErrMalformed)
	}
	return f, nil
}

func knownPartial(reason string) bool {
	switch reason {
	case "", projectbase.PartialCrash, projectbase.PartialTimeout, projectbase.PartialMemory, projectbase.PartialLimit:
		return true
	}
	return false
}

// newTerms enters the spellings that follow and returns how many are known now.
// One that is known already would shift the ids of all that follow it.
func (d *decoder) newTerms(r *reader) uint64 {
	d.dict.mu.Lock()
	defer d.dict.mu.Unlock()
	t := &d.dict.terms
	for n := r.count(1); n > 0 && !r.bad; n-- {
		next := t.Len()
		if int(t.ID(r.bytes())) != next {
			r.fail()
		}
	}
	return uint64(t.Len())
}

func decodePostings(r *reader, known uint64, lines uint32) []projectbase.Posting {
	list := make([]projectbase.Posting, r.count(3))
	for i := range list {
		p := &list[i]
		p.Term = projectbase.TermID(r.below(known))
		p.Keys = projectbase.LineKeys(r.bytes())
		if !keysFit(p.Keys, lines) {
			r.fail()
		}
		if r.bad {
			return nil
		}
	}
	return list
}

// keysFit reports whether keys is a list as its type describes, not empty and
// not beyond the last line.
func keysFit(keys projectbase.LineKeys, lines uint32) bool {
	var last projectbase.LineKey
	for len(keys) > 0 {
		k, rest, ok := keys.Next(last)
		if !ok || !k.Valid() || k|1 == last|1 {
			return false
		}
		last, keys = k, rest
	}
	return last > 0 && last.Line() <= lines
}

func decodeSymbols(r *reader, size int) []projectbase.Symbol {
	const least = 2 + 1 + 1 + 8 + 11
	list := make([]projectbase.Symbol, r.count(least))
	for i := range list {
		s := &list[i]
		s.Kind = projectbase.Kind(r.byte())
		s.Visibility = projectbase.Visibility(r.byte())
		s.Flags = projectbase.SymbolFlags(r.below(1 << 16))
		s.Container = r.index(i)
		for _, t := range [...]*string{&s.Word, &s.Name, &s.Owner, &s.Signature, &s.Prototype, &s.Type, &s.Doc, &s.Access} {
			*t = r.text()
		}
		for _, n := range [...]*uint32{&s.Span.Start, &s.Span.End, &s.Span.Line, &s.Span.EndLine, &s.Span.Column,
			&s.NameLine, &s.NameColumn, &s.Metrics.Branches, &s.Metrics.Loops, &s.Metrics.Returns, &s.Metrics.Nesting} {
			*n = r.uint32()
		}
		if !s.Kind.Valid() || !s.Visibility.Valid() || s.Span.Start > s.Span.End || uint64(s.Span.End) > uint64(size) {
			r.fail()
		}
		if r.bad {
			return nil
		}
	}
	return list
}

func decodeReferences(r *reader, known uint64, symbols int) []projectbase.Reference {
	list := make([]projectbase.Reference, r.count(6))
	for i := range list {
		f := &list[i]
		f.Kind = projectbase.ReferenceKind(r.byte())
		f.Name = projectbase.TermID(r.below(known))
		f.Qualifier = projectbase.TermID(r.below(known+1)) - 1 // 0 wraps to NoTerm
		f.Line = r.uint32()
		f.Column = r.uint32()
		f.Symbol = r.index(symbols)
		if !f.Kind.Valid() {
			r.fail()
		}
		if r.bad {
			return nil
		}
	}
	return list
}

func decodeImports(r *reader, symbols int) []projectbase.Import {
	list := make([]projectbase.Import, r.count(6))
	for i := range list {
		m := &list[i]
		m.Kind = projectbase.ImportKind(r.byte())
		m.Module = r.text()
		m.Name = r.text()
		m.Alias = r.text()
		m.Line = r.uint32()
		m.Symbol = r.index(symbols)
		if !m.Kind.Valid() {
			r.fail()
		}
		if r.bad {
			return nil
		}
	}
	return list
}

func decodeBindings(r *reader, known uint64, symbols int) []projectbase.Binding {
	list := make([]projectbase.Binding, r.count(7))
	for i := range list {
		b := &list[i]
		b.Kind = projectbase.BindingKind(r.byte())
		b.Name = projectbase.TermID(r.below(known+1)) - 1 // 0 wraps to NoTerm
		b.Source = projectbase.TermID(r.below(known+1)) - 1
		b.Index = r.uint32()
		b.Line = r.uint32()
		b.Column = r.uint32()
		b.Symbol = r.index(symbols)
		if !b.Kind.Valid() {
			r.fail()
		}
		if r.bad {
			return nil
		}
	}
	return list
}
