package cfamily

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase/lang"
)

// PrepareC makes a file of C fit for its grammar.
func PrepareC(source []byte) []lang.Edit { return prepare(source, false) }

// PrepareCPP makes a file of C++ fit for its grammar.
func PrepareCPP(source []byte) []lang.Edit { return prepare(source, true) }

// preparation finds in a file what makes it fit for a grammar without preprocessor:
// conditions that cut through a construct keep one of their branches, and macros
// that stand where the grammar expects none are blank.
type preparation struct {
	src    []byte
	cpp    bool
	tokens []token
	live   []int32 // tokens that the parser is shown
	edits  []lang.Edit

	closing []int32 // by live token: the parenthesis that closes it, or -1
	endless int     // raw strings without an end
}

func prepare(source []byte, cpp bool) []lang.Edit {
	p := &preparation{src: source, cpp: cpp, tokens: make([]token, 0, len(source)/5+16)}
	p.scan()
	p.conditions()
	p.live = make([]int32, 0, len(p.tokens))
	for i := range p.tokens {
		if !p.tokens[i].dead {
			p.live = append(p.live, int32(i))
		}
	}
	if cpp {
		p.voids()
	} else {
		p.prototypes()
	}
	p.macros()
	for i := range p.tokens {
		if t := &p.tokens[i]; t.dead {
			p.edits = append(p.edits, lang.Edit{Start: t.start, End: t.end, Text: blanks(source[t.start:t.end]), Hide: true})
		}
	}
	slices.SortStableFunc(p.edits, func(a, b lang.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return slices.CompactFunc(p.edits, func(next, last lang.Edit) bool { return next.Start < last.End })
}

// replace shows the parser another text of the same length.
func (p *preparation) replace(start, end uint32, text string) {
	p.edits = append(p.edits, lang.Edit{Start: start, End: end, Text: text})
}

var spaces = strings.Repeat(" ", 256)

// blanks returns as many blanks as text is long, with its newlines.
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

func (p *preparation) text(i int) []byte { return p.src[p.tokens[i].start:p.tokens[i].end] }

// is reports whether a token is the given word.
func (p *preparation) is(i int, word string) bool {
	t := &p.tokens[i]
	return t.kind == tokenWord && int(t.end-t.start) == len(word) && string(p.src[t.start:t.end]) == word
}
