package format

import "math/bits"

// bitmap is a set of small numbers.
type bitmap struct {
	words []uint64
	top   int // words from here on are zero
}

func (b *bitmap) set(i uint32) {
	w := int(i >> 6)
	if w >= b.top {
		if w >= len(b.words) {
			b.words = append(b.words, make([]uint64, w+64-len(b.words)+len(b.words)/2)...)
		}
		b.top = w + 1
	}
	b.words[w] |= 1 << (i & 63)
}

// reset empties the set and returns its former size.
func (b *bitmap) reset() uint32 {
	n := 0
	for _, w := range b.words[:b.top] {
		n += bits.OnesCount64(w)
	}
	clear(b.words[:b.top])
	b.top = 0
	return uint32(n)
}
