package extract

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
)

// role tells how a range of text is read. The first three are line kinds, in
// the order that pack uses.
type role uint8

const (
	roleCode role = iota
	roleComment
	roleString
	roleText // raw text: line kind code, keywords included
	roleNone // not read: strings, if they are turned off
)

// wordScan reads the words of a file beside the walk over its tree, and packs
// them into postings.
type wordScan struct {
	*parsed
	skip        bool   // omit strings
	pos, row    uint32 // everything before pos is read; pos is on row
	occurrences []occurrence
	regions     []region
	ranks       []projectbase.LineType // by row: the highest code type
	pieces      []piece
	pieceAt     int // index of the first piece that is not read
	group       grouping
}

// piece is one of several names within the text of a node.
type piece struct {
	node       uint32
	start, end uint32
}

func (p *wordScan) start(skipStrings bool) {
	p.skip, p.pos, p.row = skipStrings, 0, 0
	p.occurrences, p.regions = p.occurrences[:0], p.regions[:0]
	p.pieces, p.pieceAt = p.pieces[:0], 0
	p.ranks = resize(p.ranks, bytes.Count(p.source, newline)+1)
}

// occurrence is a term on a line: row<<3 | role<<1 | 1. The last bit is 0 for
// a definition, which therefore sorts first.
type occurrence struct {
	term projectbase.TermID
	at   uint32
}

// Classes of bytes for the word scan.
const (
	classOther = iota
	classLetter
	classDigit
	classNewline
	classHigh // part of a non-ASCII rune
)

var classes = func() (c [256]uint8) {
	for b := range c {
		switch {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '_':
			c[b] = classLetter
		case b >= '0' && b <= '9':
			c[b] = classDigit
		case b == '\n':
			c[b] = classNewline
		case b >= utf8.RuneSelf:
			c[b] = classHigh
		}
	}
	return c
}()

// minWord is the minimum length, in letters, of words outside identifiers.
const minWord = 3

// scanTo reads the words up to the offset end. It reads a word whole even if
// end splits it, as nodes of broken code do.
func (p *wordScan) scanTo(end uint32, r role) {
	src, i := p.source, p.pos
	for i < end {
		switch classes[src[i]] {
		case classNewline:
			p.row++
			i++
		case classOther:
			i++
		default:
			i = p.word(i, r)
		}
	}
	p.pos = max(p.pos, i)
}

// word reads one run of letters and digits that starts at i, or one other
// rune, and returns its end. A run that begins with a digit is a number, not a
// word.
func (p *wordScan) word(i uint32, r role) uint32 {
	src, end := p.source, uint32(len(p.source))
	start, letters, number := i, uint32(0), classes[src[i]] == classDigit
	for i < end {
		switch classes[src[i]] {
		case classLetter, classDigit:
			i++
			letters++
			continue
		case classHigh:
			c, size := utf8.DecodeRune(src[i:end])
			if unicode.IsLetter(c) && c != utf8.RuneError || unicode.IsNumber(c) {
				number = number || i == start && !unicode.IsLetter(c)
				i += uint32(size)
				letters++
				continue
			}
			if i == start {
				return i + uint32(size)
			}
		}
		break
	}
	if number || letters < minWord || r == roleNone {
		return i
	}
	id := p.terms.ID(src[start:i])
	if r == roleCode && int(id) < len(p.keyword) && p.keyword[id] {
		return i
	}
	p.add(id, r, false)
	return i
}

func (p *wordScan) add(id projectbase.TermID, r role, definition bool) {
	if r == roleText {
		r = roleCode
	}
	at := p.row<<3 | uint32(r)<<1 | 1
	if definition {
		at &^= 1
	}
	p.occurrences = append(p.occurrences, occurrence{id, at})
}

// identifier enters a token whatever its spelling. If it contains other
// characters than letters, digits and underscores, its words are entered too.
// Only the whole token is a definition.
func (p *wordScan) identifier(start, end uint32, r role, definition bool) {
	if r == roleNone {
		p.pos = end
		return
	}
	text := p.source[start:end]
	if r == roleCode && len(p.reserved) > 0 && p.reserved[p.terms.ID(text)] {
		p.pos = end
		return
	}
	if !bare(text) {
		if !printable(text) {
			if r == roleCode {
				r = roleText
			}
			p.scanTo(end, r)
			return
		}
		if _, size := leadingWord(text); size < len(text) || classes[text[0]] != classDigit {
			p.add(p.terms.ID(text), r, definition) // not a number, such as $1 in a shell
		}
		for i := 0; i < len(text); {
			n, size := leadingWord(text[i:])
			if n > 0 {
				p.add(p.terms.ID(text[i:i+n]), r, definition)
			}
			i += size
		}
	} else {
		p.add(p.terms.ID(text), r, definition)
	}
	p.pos = end
	if int(end) < len(p.source) && classes[p.source[end]] != classOther && classes[p.source[end]] != classNewline {
		p.cutWord(start, end, r)
	}
}

// cutWord reads a word that continues after the end of an identifier, as in
// broken code.
func (p *wordScan) cutWord(start, end uint32, r role) {
	for i := start; i < end; {
		n, size := leadingWord(p.source[i:])
		if n > 0 && i+uint32(n) > end {
			p.pos = p.word(i, r)
			return
		}
		i += uint32(size)
	}
}

// bare reports whether text is one word: letters, digits and underscores, but
// no number.
func bare(text []byte) bool {
	n, _ := leadingWord(text)
	return n == len(text)
}

// leadingWord returns the length of the word at the start of text, 0 if there
// is none, and the number of bytes to skip.
func leadingWord(text []byte) (n, size int) {
	number := false
	for n < len(text) {
		c, w := rune(text[n]), 1
		if c >= utf8.RuneSelf {
			c, w = utf8.DecodeRune(text[n:])
		}
		letter := c == '_' || unicode.IsLetter(c) && c != utf8.RuneError
		if !letter && !unicode.IsNumber(c) {
			if n == 0 {
				return 0, w
			}
			break
		}
		number = number || n == 0 && !letter
		n += w
	}
	if number {
		return 0, n
	}
	return n, max(n, 1)
}

// printable reports whether text can be a term: valid UTF-8 without line
// breaks.
func printable(text []byte) bool {
	for i := 0; i < len(text); {
		c, w := utf8.DecodeRune(text[i:])
		if c < ' ' || c == utf8.RuneError && w < 2 {
			return false
		}
		i += w
	}
	return true
}

// readPieces reads the names that hooks found in the text of node i. It
// returns false if there are none.
func (p *wordScan) readPieces(i uint32, r role) bool {
	first := p.pieceAt
	for ; p.pieceAt < len(p.pieces) && p.pieces[p.pieceAt].node <= i; p.pieceAt++ {
		if q := p.pieces[p.pieceAt]; q.node == i && q.start >= p.pos {
			p.scanTo(q.start, r)
			if q.start >= p.pos {
				p.identifier(q.start, q.end, r, false)
			}
		}
	}
	return p.pieceAt > first
}
