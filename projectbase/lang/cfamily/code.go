package cfamily

import "bytes"

// code is the visible tokens of a file: those that the parser reads. Most
// methods take a position, an index in live.
type code struct {
	*input
	tokens  []token // those of input, kept here because the methods below are hot
	live    []int32 // indices of visible tokens
	closing []int32 // by position: the parenthesis that closes it, or -1
}

func newCode(in *input) *code {
	c := &code{input: in, tokens: in.tokens, live: make([]int32, 0, len(in.tokens))}
	for i := range in.tokens {
		if !in.tokens[i].hidden {
			c.live = append(c.live, int32(i))
		}
	}
	return c
}

// hide hides visible tokens from the parser and from signatures.
func (p *code) hide(from, to int) {
	for j := from; j < to && j < len(p.live); j++ {
		p.tokens[p.live[j]].hidden = true
	}
}

// kindAt returns the kind of the token at a position, ';' outside of the file.
func (p *code) kindAt(k int) byte {
	if k < 0 || k >= len(p.live) {
		return ';'
	}
	return p.tokens[p.live[k]].kind
}

// match pairs the parentheses.
func (p *code) match() {
	p.closing = make([]int32, len(p.live))
	var open []int32
	for k := range p.live {
		p.closing[k] = -1
		switch p.tokens[p.live[k]].kind {
		case '(':
			open = append(open, int32(k))
		case ')':
			if n := len(open); n > 0 {
				p.closing[open[n-1]] = int32(k)
				open = open[:n-1]
			}
		}
	}
}

// group returns the position of the parenthesis that closes the one at k, or
// -1.
func (p *code) group(k int) int {
	if p.kindAt(k) != '(' {
		return -1
	}
	return int(p.closing[k])
}

// angle returns the position of the angle bracket that closes the one at k, or
// -1.
func (p *code) angle(k int) int {
	depth := 0
	for j := k; j < len(p.live) && j < k+2000; j++ {
		switch p.tokens[p.live[j]].kind {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return j
			}
		case '(':
			if j = p.group(j); j < 0 {
				return -1
			}
		case ';', '{', '}':
			return -1
		}
	}
	return -1
}

// mask hides tokens from the parser only. Signatures show them.
func (p *code) mask(from, to int) {
	for j := from; j < to; j++ {
		t := &p.tokens[p.live[j]]
		if !t.hidden {
			p.replace(t.start, t.end, blanks(p.src[t.start:t.end]))
		}
	}
}

// lineBetween reports whether two tokens are on different lines.
func (p *code) lineBetween(a, b int) bool {
	return bytes.IndexByte(p.src[p.tokens[p.live[a]].end:p.tokens[p.live[b]].start], '\n') >= 0
}

// scoped reports whether the token at k is the first colon of "::".
func (p *code) scoped(k int) bool { return p.kindAt(k) == ':' && p.kindAt(k+1) == ':' }

// wordAt returns the class of the word at a position, 0 for other tokens.
func (p *code) wordAt(k int) byte {
	if p.kindAt(k) != tokenWord {
		return 0
	}
	return classify(p.text(int(p.live[k])))
}

// typeArgument reports whether the text in parentheses can be a type.
func (p *code) typeArgument(open, closing int) bool {
	if closing == open+1 {
		return false
	}
	for j := open + 1; j < closing; j++ {
		switch kind := p.kindAt(j); kind {
		case '*', '&', ':', '<', '>':
		case tokenWord:
			if before := p.kindAt(j - 1); j > open+1 && (before == '*' || before == '&') && string(p.text(int(p.live[j]))) != "const" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// typedAfter reports whether a type and a name follow, rather than a name alone.
func (p *code) typedAfter(k int) bool {
	words := 0
	for ; p.kindAt(k) == tokenWord; k++ {
		switch classify(p.text(int(p.live[k]))) {
		case partType:
			return true
		case partName:
			words++
		case 0:
			return true
		}
	}
	return words > 1 || words == 1 && p.kindAt(k) != '(' && p.kindAt(k) != ';' && p.kindAt(k) != '=' && p.kindAt(k) != '['
}

func (p *code) skipHidden(k int) int {
	for k < len(p.live) && p.tokens[p.live[k]].hidden {
		k++
	}
	return k
}
