package worker

import (
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// dictionary has the spellings from a child since it last started a new
// dictionary.
type dictionary struct {
	mu    sync.Mutex
	terms projectbase.Terms
}

// share makes v use the spellings of d.
func (d *dictionary) share(v *projectbase.Terms) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.terms.Share(v)
}

// decoder unpacks the answers of a child. A child may be damaged: invalid data
// is an error that wraps projectbase.ErrMalformed, and the decoder is unusable
// afterwards.
type decoder struct {
	dict *dictionary // never nil after the first answer
}

// decode returns the facts of a file of size bytes. Their Terms are nil and
// belong to d.dict. The facts refer to payload.
func (d *decoder) decode(payload []byte, size int) (*projectbase.Facts, error) {
	texts := pack.ReadTexts(payload)
	r := &texts
	f := &projectbase.Facts{}
	flag := r.Byte()
	if flag >= flags {
		r.Fail()
	}
	f.Generated = flag&flagGenerated != 0
	if flag&flagAnew != 0 {
		d.dict = &dictionary{}
	} else if d.dict == nil {
		r.Fail()
		d.dict = &dictionary{}
	}
	known := d.newTerms(r)
	f.Lines = uint32(r.Below(projectbase.MaxLine + 1))
	f.Errors = r.Uint32()
	f.Partial = r.Text()
	if !knownPartial(f.Partial) {
		r.Fail()
	}
	f.Header = r.Text()
	f.Postings = decodePostings(r, known, f.Lines)
	f.Symbols = decodeSymbols(r, size)
	f.References = decodeReferences(r, known, len(f.Symbols))
	f.Imports = r.Imports(len(f.Symbols))
	f.Bindings = decodeBindings(r, known, len(f.Symbols))
	if err := r.Err("facts of a file"); err != nil {
		return nil, err
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

// newTerms adds the new spellings and returns the size of the dictionary. A
// duplicate is an error, because it would shift the ids of later spellings.
func (d *decoder) newTerms(r *pack.Reader) uint64 {
	d.dict.mu.Lock()
	defer d.dict.mu.Unlock()
	t := &d.dict.terms
	for n := r.Count(1); n > 0 && !r.Bad(); n-- {
		next := t.Len()
		if int(t.ID(r.Bytes())) != next {
			r.Fail()
		}
	}
	return uint64(t.Len())
}

func decodePostings(r *pack.Reader, known uint64, lines uint32) []projectbase.Posting {
	list := make([]projectbase.Posting, r.Count(3))
	for i := range list {
		p := &list[i]
		p.Term = projectbase.TermID(r.Below(known))
		p.Keys = projectbase.LineKeys(r.Bytes())
		if !keysFit(p.Keys, lines) {
			r.Fail()
		}
		if r.Bad() {
			return nil
		}
	}
	return list
}

// keysFit reports whether keys is a valid list that is not empty and does not
// exceed the last line.
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

func decodeSymbols(r *pack.Reader, size int) []projectbase.Symbol {
	const least = 2 + 1 + 1 + 8 + 11
	list := make([]projectbase.Symbol, r.Count(least))
	for i := range list {
		s := &list[i]
		s.Kind = projectbase.Kind(r.Byte())
		s.Visibility = projectbase.Visibility(r.Byte())
		s.Flags = projectbase.SymbolFlags(r.Below(1 << 16))
		s.Container = r.Index(i)
		for _, t := range [...]*string{&s.Word, &s.Name, &s.Owner, &s.Signature, &s.Prototype, &s.Type, &s.Doc, &s.Access} {
			*t = r.Text()
		}
		for _, n := range [...]*uint32{&s.Span.Start, &s.Span.End, &s.Span.Line, &s.Span.EndLine, &s.Span.Column,
			&s.NameLine, &s.NameColumn, &s.Metrics.Branches, &s.Metrics.Loops, &s.Metrics.Returns, &s.Metrics.Nesting} {
			*n = r.Uint32()
		}
		if !s.Kind.Valid() || !s.Visibility.Valid() || s.Span.Start > s.Span.End || uint64(s.Span.End) > uint64(size) {
			r.Fail()
		}
		if r.Bad() {
			return nil
		}
	}
	return list
}

func decodeReferences(r *pack.Reader, known uint64, symbols int) []projectbase.Reference {
	list := make([]projectbase.Reference, r.Count(7))
	for i := range list {
		f := &list[i]
		f.Kind = projectbase.ReferenceKind(r.Byte())
		f.Name = projectbase.TermID(r.Below(known))
		f.Qualifier = projectbase.TermID(r.Below(known+1)) - 1 // 0 wraps to NoTerm
		f.Arguments = projectbase.TermID(r.Below(known+1)) - 1
		f.Line = r.Uint32()
		f.Column = r.Uint32()
		f.Symbol = r.Index(symbols)
		if !f.Kind.Valid() {
			r.Fail()
		}
		if r.Bad() {
			return nil
		}
	}
	return list
}

func decodeBindings(r *pack.Reader, known uint64, symbols int) []projectbase.Binding {
	list := make([]projectbase.Binding, r.Count(9))
	for i := range list {
		b := &list[i]
		b.Kind = projectbase.BindingKind(r.Byte())
		b.Name = projectbase.TermID(r.Below(known+1)) - 1 // 0 wraps to NoTerm
		b.Source = projectbase.TermID(r.Below(known+1)) - 1
		b.Index = r.Uint32()
		b.Line = r.Uint32()
		b.Column = r.Uint32()
		b.Symbol = r.Index(symbols)
		b.EndLine = r.Uint32()
		b.EndColumn = r.Uint32()
		if !b.Kind.Valid() {
			r.Fail()
		}
		if r.Bad() {
			return nil
		}
	}
	return list
}
