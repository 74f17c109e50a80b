package format

import (
	"bytes"
	"strings"
)

// Needle is a text to search for. The search looks for the byte of the text
// that is rarest in names. bytes.Index looks for the first byte and stops at
// every "e".
type needle struct {
	text string
	rare int // index of that byte
}

// frequent has the bytes of names by falling frequency, counted in six projects
// in Go, Java, PHP, Python, Rust and TypeScript.
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

// In returns the first index from an offset on at which text has the needle, or
// -1.
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
