package pack

import (
	"encoding/binary"
	"fmt"
	"math"

	"codegraph/projectbase"
)

// Reader takes packed values off the front of its data, which may be anything:
// what breaks the format makes the reader bad and all further values zero, so
// that callers ask once, at the end. Nothing that it returns is larger than what
// it was given. The zero Reader has no data.
type Reader struct {
	b   []byte
	s   string // what texts are parts of; empty if each is copied
	bad bool
}

// Read returns a reader of b whose texts are copies.
func Read(b []byte) Reader { return Reader{b: b} }

// ReadTexts returns a reader of b whose texts are parts of one copy of b: for
// data that is mostly texts which are kept.
func ReadTexts(b []byte) Reader { return Reader{b: b, s: string(b)} }

// Fail makes the reader bad.
func (r *Reader) Fail() { r.b, r.bad = nil, true }

// Bad reports whether the data broke its format.
func (r *Reader) Bad() bool { return r.bad }

// Rest returns what was not read yet: nothing of bad data.
func (r *Reader) Rest() []byte { return r.b }

// Err returns an error that wraps projectbase.ErrMalformed and names what the
// data is, if the data broke its format or goes on after its end.
func (r *Reader) Err(what string) error {
	if r.bad || len(r.b) > 0 {
		return fmt.Errorf("%s: %w", what, projectbase.ErrMalformed)
	}
	return nil
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if len(r.b) == 0 {
		r.Fail()
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

// Uint64 reads an unsigned varint.
func (r *Reader) Uint64() uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		c := r.b[0]
		r.b = r.b[1:]
		return uint64(c)
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Uint32 reads an unsigned varint of 32 bits.
func (r *Reader) Uint32() uint32 {
	v := r.Uint64()
	if v > math.MaxUint32 {
		r.Fail()
		return 0
	}
	return uint32(v)
}

// Int64 reads a signed varint.
func (r *Reader) Int64() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Near reads a number that AppendNear wrote as its difference from prev.
func (r *Reader) Near(prev uint32) uint32 {
	d := r.Int64()
	v := int64(prev) + d
	if d > math.MaxUint32 || v < 0 || v > math.MaxUint32 {
		r.Fail()
		return 0
	}
	return uint32(v)
}

// Below reads a number less than n.
func (r *Reader) Below(n uint64) uint64 {
	v := r.Uint64()
	if v >= n {
		r.Fail()
		return 0
	}
	return v
}

// Index reads the index of one of n symbols, or projectbase.NoSymbol.
func (r *Reader) Index(n int) int32 { return int32(r.Below(uint64(n)+1)) + projectbase.NoSymbol }

// Count reads how many things follow of which each takes size bytes or more.
func (r *Reader) Count(size int) int {
	n := r.Uint64()
	if n > uint64(len(r.b)/size) {
		r.Fail()
		return 0
	}
	return int(n)
}

// Take reads n bytes, which stay part of the data.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.Fail()
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// Bytes reads a length and as many bytes, which stay part of the data.
func (r *Reader) Bytes() []byte { return r.Take(r.Uint64()) }

// Text reads a length and a text of as many bytes.
func (r *Reader) Text() string {
	if r.s == "" {
		return string(r.Bytes())
	}
	n := r.Count(1)
	at := len(r.s) - len(r.b)
	r.b = r.b[n:]
	return r.s[at : at+n]
}
