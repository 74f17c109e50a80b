package store

import (
	"encoding/binary"
	"fmt"
	"math"

	"codegraph/projectbase"
)

// reader takes packed data apart. What breaks the format sets bad and makes all
// further values zero, so that callers check once; nothing it returns is larger
// than what it was given.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) fail() {
	r.b, r.bad = nil, true
}

// err returns an error that wraps projectbase.ErrMalformed if the data broke
// its format or goes on after its end.
func (r *reader) err(what string) error {
	if r.bad || len(r.b) > 0 {
		return fmt.Errorf("%s: %w", what, projectbase.ErrMalformed)
	}
	return nil
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.fail()
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) uint64() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) int64() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) uint32() uint32 {
	v := r.uint64()
	if v > math.MaxUint32 {
		r.fail()
		return 0
	}
	return uint32(v)
}

// near returns a number that was written as its difference from prev.
func (r *reader) near(prev uint32) uint32 {
	d, n := binary.Varint(r.b)
	if n <= 0 || d > math.MaxUint32 || d < -math.MaxUint32 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	v := int64(prev) + d
	if v < 0 || v > math.MaxUint32 {
		r.fail()
		return 0
	}
	return uint32(v)
}

// count returns how many things follow of which each takes size bytes or more.
func (r *reader) count(size int) int {
	n := r.uint64()
	if n > uint64(len(r.b)/size) {
		r.fail()
		return 0
	}
	return int(n)
}

// bytes returns a length and as many bytes, which stay part of the data.
func (r *reader) bytes() []byte {
	n := r.count(1)
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) string() string { return string(r.bytes()) }

func appendNear(dst []byte, prev, v uint32) []byte {
	return binary.AppendVarint(dst, int64(v)-int64(prev))
}

func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}
