package worker

import (
	"encoding/binary"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// encoder packs the facts of files. It sends each spelling once, because the
// parent keeps them.
//
// Packed facts are: a flag for a new dictionary, the new spellings, the counters and the
// header, the postings, symbols, references, imports and bindings. Each list starts with
// its length. Numbers are unsigned varints. A text is its length and its bytes. An
// optional index is packed as its value plus one.
type encoder struct {
	terms *projectbase.Terms
	sent  int
}

const (
	flagAnew      = 1 << iota // a new dictionary starts
	flagGenerated             // Facts.Generated
	flags
)

func (e *encoder) append(b []byte, f *projectbase.Facts) []byte {
	var flag byte
	if e.terms != f.Terms {
		e.terms, e.sent = f.Terms, 0
		flag |= flagAnew
	}
	if f.Generated {
		flag |= flagGenerated
	}
	b = append(b, flag)
	b = binary.AppendUvarint(b, uint64(f.Terms.Len()-e.sent))
	for ; e.sent < f.Terms.Len(); e.sent++ {
		b = pack.AppendText(b, f.Terms.Text(projectbase.TermID(e.sent)))
	}
	b = binary.AppendUvarint(b, uint64(f.Lines))
	b = binary.AppendUvarint(b, uint64(f.Errors))
	b = pack.AppendText(b, f.Partial)
	b = pack.AppendText(b, f.Header)
	b = appendPostings(b, f.Postings)
	b = appendSymbols(b, f.Symbols)
	b = appendReferences(b, f.References)
	b = pack.AppendImports(b, f.Imports)
	return appendBindings(b, f.Bindings)
}

func appendPostings(b []byte, postings []projectbase.Posting) []byte {
	b = binary.AppendUvarint(b, uint64(len(postings)))
	for i := range postings {
		p := &postings[i]
		b = binary.AppendUvarint(b, uint64(p.Term))
		b = binary.AppendUvarint(b, uint64(len(p.Keys)))
		b = append(b, p.Keys...)
	}
	return b
}

func appendSymbols(b []byte, symbols []projectbase.Symbol) []byte {
	b = binary.AppendUvarint(b, uint64(len(symbols)))
	for i := range symbols {
		s := &symbols[i]
		b = append(b, byte(s.Kind), byte(s.Visibility))
		b = binary.AppendUvarint(b, uint64(s.Flags))
		b = pack.AppendIndex(b, s.Container)
		for _, t := range [...]string{s.Word, s.Name, s.Owner, s.Signature, s.Prototype, s.Type, s.Doc, s.Access} {
			b = pack.AppendText(b, t)
		}
		for _, n := range [...]uint32{s.Span.Start, s.Span.End, s.Span.Line, s.Span.EndLine, s.Span.Column,
			s.NameLine, s.NameColumn, s.Metrics.Branches, s.Metrics.Loops, s.Metrics.Returns, s.Metrics.Nesting} {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

func appendReferences(b []byte, references []projectbase.Reference) []byte {
	b = binary.AppendUvarint(b, uint64(len(references)))
	for i := range references {
		r := &references[i]
		b = append(b, byte(r.Kind))
		b = binary.AppendUvarint(b, uint64(r.Name))
		b = binary.AppendUvarint(b, uint64(r.Qualifier+1)) // NoTerm wraps to 0
		b = binary.AppendUvarint(b, uint64(r.Arguments+1))
		b = binary.AppendUvarint(b, uint64(r.Line))
		b = binary.AppendUvarint(b, uint64(r.Column))
		b = pack.AppendIndex(b, r.Symbol)
	}
	return b
}

func appendBindings(b []byte, bindings []projectbase.Binding) []byte {
	b = binary.AppendUvarint(b, uint64(len(bindings)))
	for i := range bindings {
		g := &bindings[i]
		b = append(b, byte(g.Kind))
		b = binary.AppendUvarint(b, uint64(g.Name+1)) // NoTerm wraps to 0
		b = binary.AppendUvarint(b, uint64(g.Source+1))
		b = binary.AppendUvarint(b, uint64(g.Index))
		b = binary.AppendUvarint(b, uint64(g.Line))
		b = binary.AppendUvarint(b, uint64(g.Column))
		b = pack.AppendIndex(b, g.Symbol)
		b = binary.AppendUvarint(b, uint64(g.EndLine))
		b = binary.AppendUvarint(b, uint64(g.EndColumn))
	}
	return b
}
