package cfamily

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase/lang"
)

// PreprocessC returns the edits that a file of C needs for its grammar.
func PreprocessC(source []byte) []lang.Edit { return preprocess(source, false) }

// PreprocessCPP returns the edits that a file of C++ needs for its grammar.
func PreprocessCPP(source []byte) []lang.Edit { return preprocess(source, true) }

// preprocess stands in for the C preprocessor, without expanding macros. It keeps
// one branch of each condition that splits a construct, and masks macros in
// positions where the grammar expects none.
func preprocess(source []byte, cpp bool) []lang.Edit {
	in := &input{src: source, cpp: cpp, tokens: make([]token, 0, len(source)/5+16)}
	(&scanner{input: in}).scan()
	(&conditions{in}).choose()
	c := newCode(in)
	if cpp {
		(&prototypes{c}).voids()
	} else {
		(&prototypes{c}).unwrap()
	}
	(&walk{c, &declarations{c}}).run()
	return in.finish()
}

// input is a file with its tokens, and the edits found so far.
type input struct {
	src    []byte
	cpp    bool
	tokens []token
	edits  []lang.Edit
}

// finish returns the edits in order, and masks the hidden tokens.
func (p *input) finish() []lang.Edit {
	for i := range p.tokens {
		if t := &p.tokens[i]; t.hidden {
			p.edits = append(p.edits, lang.Edit{Start: t.start, End: t.end, Text: blanks(p.src[t.start:t.end]), Hide: true})
		}
	}
	slices.SortStableFunc(p.edits, func(a, b lang.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return slices.CompactFunc(p.edits, func(next, last lang.Edit) bool { return next.Start < last.End })
}

// replace gives the parser another text of the same length.
func (p *input) replace(start, end uint32, text string) {
	p.edits = append(p.edits, lang.Edit{Start: start, End: end, Text: text})
}

var spaces = strings.Repeat(" ", 256)

// blanks returns blanks of the same length as text, with its newlines.
func blanks(text []byte) string {
	if len(text) <= len(spaces) && bytes.IndexByte(text, '\n') < 0 {
		return spaces[:len(text)]
	}
	out := bytes.Repeat([]byte{' '}, len(text))
	for i, c := range text {
		if c == '\n' {
			out[i] = c
		}
	}
	return string(out)
}

func (p *input) text(i int) []byte { return p.src[p.tokens[i].start:p.tokens[i].end] }

// is reports whether a token is the given word.
func (p *input) is(i int, word string) bool {
	t := &p.tokens[i]
	return t.kind == tokenWord && int(t.end-t.start) == len(word) && string(p.src[t.start:t.end]) == word
}
