package pack

import (
	"encoding/binary"
	"fmt"
	"math"

	"codegraph/projectbase"
)

// Reader reads packed values from untrusted data. After wrong data the reader is bad, and
// all further values are zero, so that callers check once at the end. No result is larger
// than the data. The zero Reader has no data.
type Reader struct {
	b   []byte
	s   string // texts are parts of it; if empty, each text is a copy
	bad bool
}

// Read returns a reader of b. Its texts are copies.
func Read(b []byte) Reader { return Reader{b: b} }

// ReadTexts returns a reader of b. Its texts are parts of one copy of b: use it for data
// that is mostly texts to keep.
func ReadTexts(b []byte) Reader { return Reader{b: b, s: string(b)} }

// Fail makes the reader bad.
func (r *Reader) Fail() { r.b, r.bad = nil, true }

// Bad reports whether the data was wrong.
func (r *Reader) Bad() bool { return r.bad }

// Rest returns the unread data; nothing if the reader is bad.
func (r *Reader) Rest() []byte { return r.b }

// Err returns an error for data named what, if the data was wrong or has unread bytes.
// The error wraps projectbase.ErrMalformed.
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

// Near reads a number that AppendNear wrote with the same prev.
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

// Count reads the number of following items, each of at least size bytes.
func (r *Reader) Count(size int) int {
	n := r.Uint64()
	if n > uint64(len(r.b)/size) {
		r.Fail()
		return 0
	}
	return int(n)
}

// Take returns the next n bytes as a part of the data.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.Fail()
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// Bytes reads a length and returns that many bytes as a part of the data.
func (r *Reader) Bytes() []byte { return r.Take(r.Uint64()) }

// Text reads a length and a text.
func (r *Reader) Text() string {
	if r.s == "" {
		return string(r.Bytes())
	}
	n := r.Count(1)
	at := len(r.s) - len(r.b)
	r.b = r.b[n:]
	return r.s[at : at+n]
}
