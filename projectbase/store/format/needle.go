package format

import (
	"bytes"
	"strings"
)

// needle is a text that is looked for, by the byte of it that names have the
// least: bytes.Index goes by the first one, and stops all the time at an "e".
type needle struct {
	text string
	rare int // place of that byte
}

// frequent are the bytes of folded names, those that most names have first, as
// counted in the distinct names of six projects in Go, Java, PHP, Python, Rust
// and TypeScript.
const frequent = "eatsrcoidn0_lfpmbu12x4gv36h857ywk9qzj"

func NewNeedle(text string) needle {
	n, best := needle{text: text}, -1
	for i := range len(text) {
		rank := strings.IndexByte(frequent, text[i])
		if rank < 0 {
			rank = len(frequent)
		}
		if rank > best {
			n.rare, best = i, rank
		}
	}
	return n
}

// In returns the first place from an offset on where text has the needle, -1 if
// none does.
func (n needle) In(text []byte, from int) int {
	if len(n.text) == 0 {
		return from
	}
	for at := from + n.rare; at < len(text); at++ {
		k := bytes.IndexByte(text[at:], n.text[n.rare])
		if k < 0 {
			return -1
		}
		at += k
		if start := at - n.rare; len(text)-start >= len(n.text) && string(text[start:start+len(n.text)]) == n.text {
			return start
		}
	}
	return -1
}
