package extract

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
)

// role is how a stretch of text is read. The first three are the roles of line
// objects, as pack orders them.
type role uint8

const (
	roleCode role = iota
	roleComment
	roleString
	roleText // the role code, for raw text: no word of it is a token of the language
	roleNone // read by nobody: strings where they are turned off
)

// wordScan reads the words of a file beside the walk over its tree, and packs
// them into postings.
type wordScan struct {
	*parsed
	skip        bool   // strings are left out
	pos, row    uint32 // everything before pos is read, and pos is on row
	occurrences []occurrence
	regions     []region
	ranks       []projectbase.LineType // by row: the highest code type
	pieces      []piece
	pieceAt     int // first of the pieces that is not read
	group       grouping
}

// piece is a name within the text of a node that holds several.
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

// occurrence is a term on a line: row<<3 | role<<1 | 1, the last bit cleared for
// a definition so that it sorts first.
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
	classHigh // part of a rune that is not ASCII
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

// minWord is the length, in letters, from which words outside identifiers count.
const minWord = 3

// scanTo reads the words from the scan's position up to the offset end. A word
// that the end cuts, as nodes of broken code do, is read whole.
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

// word reads one run of letters and digits that starts at i, or one rune that is
// neither, and returns where it ends. A run that begins with a digit is a number
// with what clings to it, and no word.
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

// identifier enters a token whatever it spells, and its bare words if it holds
// more than letters, digits and underscores. Only its name is a definition.
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
			p.add(p.terms.ID(text), r, definition) // no number, such as the name of a shell's argument
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

// cutWord reads the word that goes on after an identifier's end, which broken
// code has.
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

// bare reports whether text is letters, digits and underscores only, and no number.
func bare(text []byte) bool {
	n, _ := leadingWord(text)
	return n == len(text)
}

// leadingWord returns the length of the word that text begins with, 0 if it
// begins with none, and how many bytes to go on by.
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

// printable reports whether text can be a term: valid UTF-8 on one line.
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

// readPieces reads the names that hooks have found in the text of node i. It returns
// false if there are none.
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
