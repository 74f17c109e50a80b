package worker

import (
	"encoding/binary"
	"math"

	"codegraph/projectbase"
)

// reader takes packed values off a buffer. What it reads may be anything: a
// value that does not fit sets bad, and all later values are zero.
type reader struct {
	b   []byte
	s   string // the same bytes, for text that is a part of it
	off int
	bad bool
}

func newReader(b []byte) *reader { return &reader{b: b, s: string(b)} }

func (r *reader) fail() { r.bad, r.off = true, len(r.b) }

func (r *reader) byte() byte {
	if r.off >= len(r.b) {
		r.fail()
		return 0
	}
	r.off++
	return r.b[r.off-1]
}

func (r *reader) uint() uint64 {
	if r.off < len(r.b) && r.b[r.off] < 0x80 {
		r.off++
		return uint64(r.b[r.off-1])
	}
	v, n := binary.Uvarint(r.b[r.off:])
	if n <= 0 {
		r.fail()
		return 0
	}
	r.off += n
	return v
}

func (r *reader) uint32() uint32 {
	v := r.uint()
	if v > math.MaxUint32 {
		r.fail()
		return 0
	}
	return uint32(v)
}

// below reads a number less than n.
func (r *reader) below(n uint64) uint64 {
	v := r.uint()
	if v >= n {
		r.fail()
		return 0
	}
	return v
}

// count reads how many elements follow, each of at least size bytes.
func (r *reader) count(size int) int {
	v := r.uint()
	if v > uint64(len(r.b)-r.off)/uint64(size) {
		r.fail()
		return 0
	}
	return int(v)
}

// span reads a length and returns where the bytes of that length lie.
func (r *reader) span() (from, to int) {
	n := r.count(1)
	from = r.off
	r.off += n
	return from, r.off
}

func (r *reader) text() string {
	from, to := r.span()
	return r.s[from:to]
}

func (r *reader) bytes() []byte {
	from, to := r.span()
	return r.b[from:to:to]
}

// index reads an optional index below n: 0 is projectbase.NoSymbol.
func (r *reader) index(n int) int32 { return int32(r.below(uint64(n)+1)) - 1 }

func appendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendIndex(b []byte, i int32) []byte {
	return binary.AppendUvarint(b, uint64(int64(i)-projectbase.NoSymbol))
}
