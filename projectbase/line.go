package projectbase

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// LineType is a line kind: the kind of content on a line. A line has at most three kinds:
// one code kind, comment and string. The code kind is the highest that applies: struct,
// method, property, code.
type LineType uint8

// The values are stored; do not reorder.
const (
	LineCode     LineType = iota // statements and everything else
	LineProperty                 // the declaration of a property or field
	LineMethod                   // the head of a callable, up to its body
	LineStruct                   // the head of a type
	LineComment                  // a comment
	LineString                   // a string literal
	lineTypes
)

var lineTypeNames = [lineTypes]string{"code", "property", "method", "struct", "comment", "string"}

func (t LineType) String() string {
	if t < lineTypes {
		return lineTypeNames[t]
	}
	return fmt.Sprintf("LineType(%d)", uint8(t))
}

// LineTypes returns the names of all line kinds, in the order of their values.
func LineTypes() []string { return append([]string(nil), lineTypeNames[:]...) }

// ParseLineType returns the line kind with a name.
func ParseLineType(name string) (LineType, bool) {
	for t, n := range lineTypeNames {
		if n == name {
			return LineType(t), true
		}
	}
	return 0, false
}

// MaxLine is the highest line number in a LineKey. Files with more lines are not indexed
// in full; extraction reports them.
const MaxLine = math.MaxUint32 >> 4

// LineKey is the position of an occurrence in its file as one number: line<<4 | kind<<1 |
// definition. Keys are ordered by line, then by kind.
type LineKey uint32

// NewLineKey packs a 1-based line (at most MaxLine), its kind, and whether the occurrence
// is the name of a symbol declared there.
func NewLineKey(line uint32, t LineType, definition bool) LineKey {
	k := LineKey(line)<<4 | LineKey(t)<<1
	if definition {
		k |= 1
	}
	return k
}

// Line returns the 1-based line number.
func (k LineKey) Line() uint32 { return uint32(k >> 4) }

// Type returns the line kind.
func (k LineKey) Type() LineType { return LineType(k >> 1 & 7) }

// Definition reports whether a symbol with the name of the term is declared here.
func (k LineKey) Definition() bool { return k&1 != 0 }

// Valid reports whether NewLineKey could have returned k.
func (k LineKey) Valid() bool { return k.Line() > 0 && k.Type() < lineTypes }

// LineKeys is a strictly ascending list of LineKey values, packed as unsigned varints of
// their differences: about 1.2 bytes for each key. A line and kind occurs at most once in
// a list.
type LineKeys []byte

// AppendLineKey appends k to a list whose last key is prev, or 0 for an empty list.
func AppendLineKey(keys LineKeys, prev, k LineKey) LineKeys {
	return binary.AppendUvarint(keys, uint64(k-prev))
}

// Next returns the first key after prev and the rest of the list. ok is false at the end
// of the list, and if the list is malformed; Check tells these apart.
func (l LineKeys) Next(prev LineKey) (k LineKey, rest LineKeys, ok bool) {
	// Nearly all keys take one byte.
	if len(l) > 0 && l[0] < 0x80 {
		k = prev + LineKey(l[0])
		return k, l[1:], k > prev
	}
	return l.next(prev)
}

func (l LineKeys) next(prev LineKey) (k LineKey, rest LineKeys, ok bool) {
	d, n := binary.Uvarint(l)
	if n <= 0 || d == 0 || d > math.MaxUint32-uint64(prev) {
		return 0, nil, false
	}
	return prev + LineKey(d), l[n:], true
}

// Len returns the number of keys in a list that Check accepts.
func (l LineKeys) Len() int {
	n := len(l)
	for ; len(l) >= 8; l = l[8:] {
		n -= bits.OnesCount64(binary.LittleEndian.Uint64(l) & 0x8080808080808080)
	}
	for _, c := range l {
		n -= int(c >> 7)
	}
	return n
}

// Check returns an error that wraps ErrMalformed if l does not have the form of LineKeys.
func (l LineKeys) Check() error {
	var prev LineKey
	for len(l) > 0 {
		k, rest, ok := l.Next(prev)
		if !ok || !k.Valid() || k|1 == prev|1 {
			return fmt.Errorf("line keys after line %d: %w", prev.Line(), ErrMalformed)
		}
		prev, l = k, rest
	}
	return nil
}
