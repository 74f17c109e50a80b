// Package termfilter makes small filters of a project's terms. A filter says,
// without opening the index, that a project has no term that matches a text.
package termfilter

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sort"
	"unicode"
)

// Filter holds fingerprints of terms and of their trigrams. It has no false
// negatives if terms and query text were folded alike (projectbase.Fold). For
// whole terms, fewer than one answer in a hundred is a false positive. For parts
// of terms, the filter only says that all trigrams occur, possibly in different
// terms.
//
// A filter consists of rows, one for each non-empty bucket. A query needs one row,
// or a few, of each project.
type Filter struct {
	rows []Row // by bucket
}

// Row is a bucket of a filter.
type Row struct {
	Bucket int    // 0 to Buckets-1
	Prints []byte // see Holds
}

// Buckets is the number of buckets: the first half for whole terms, the second for
// trigrams.
const Buckets = 2 * gramBase

// gramBase is the bucket of the first trigrams.
const gramBase = 128

// Version changes when the same terms may give another filter. Filters of other
// versions are ignored. Folding depends on the Unicode tables.
const Version = "1/" + unicode.Version

// maxNarrow is the largest row with fingerprints of 16 bits. Larger rows use 24
// bits, to keep false positives well below one in a hundred.
const maxNarrow = 500

// Build makes the filter of folded terms, in any order; duplicates do no harm. It
// needs 2 MB of memory and 4 bytes for each term.
func Build[T ~string | ~[]byte](terms iter.Seq[T]) Filter {
	var prints []uint32 // as termPrint returns them
	grams := make([]uint64, 1<<24/64)
	for t := range terms {
		prints = append(prints, termPrint(string(t)))
		for i := -1; i+2 < len(t); i++ {
			g := gramAt(t, i)
			grams[g>>6] |= 1 << (g & 63)
		}
	}
	slices.Sort(prints)
	prints = slices.Compact(prints)
	var f Filter
	for len(prints) > 0 {
		bucket := prints[0] >> 24
		n := sort.Search(len(prints), func(i int) bool { return prints[i]>>24 > bucket })
		f.rows = append(f.rows, Row{Bucket: int(bucket), Prints: packPrints(prints[:n])})
		prints = prints[n:]
	}
	f.rows = append(f.rows, gramRows(grams)...)
	return f
}

// gramRows packs the trigrams of a bitmap.
func gramRows(grams []uint64) []Row {
	buckets := make([][]uint32, gramBase)
	for w, word := range grams {
		for ; word != 0; word &= word - 1 {
			p := gramPrint(uint32(w<<6 + bits.TrailingZeros64(word)))
			buckets[p>>24] = append(buckets[p>>24], p&0xffffff)
		}
	}
	var rows []Row
	for i, prints := range buckets {
		if len(prints) == 0 {
			continue
		}
		slices.Sort(prints)
		rows = append(rows, Row{Bucket: gramBase + i, Prints: narrow(prints)})
	}
	return rows
}

// packPrints packs sorted fingerprints: one byte with their width in bytes, then
// the fingerprints in big-endian order.
func packPrints(prints []uint32) []byte {
	if len(prints) <= maxNarrow {
		return narrow(prints)
	}
	out := make([]byte, 1, 1+3*len(prints))
	out[0] = 3
	for _, p := range prints {
		out = append(out, byte(p>>16), byte(p>>8), byte(p))
	}
	return out
}

func narrow(prints []uint32) []byte {
	out := make([]byte, 1, 1+2*len(prints))
	out[0] = 2
	for _, p := range prints {
		out = append(out, byte(p>>16), byte(p>>8))
	}
	return out
}

// Rows returns the rows by bucket. The caller must not change them.
func (f Filter) Rows() []Row { return f.rows }

// Row returns the fingerprints of a bucket; nil if it is empty.
func (f Filter) Row(bucket int) []byte {
	i, ok := slices.BinarySearchFunc(f.rows, bucket, func(r Row, b int) int { return r.Bucket - b })
	if !ok {
		return nil
	}
	return f.rows[i].Prints
}

// May reports whether a matching term may exist.
func (f Filter) May(mode Mode, text string) bool {
	for _, p := range Probes(mode, text) {
		if !Holds(f.Row(p.Bucket), p.Print) {
			return false
		}
	}
	return true
}

// Holds reports whether a row has a fingerprint. A malformed row has all of them.
func Holds(prints []byte, print uint32) bool {
	if len(prints) == 0 {
		return false
	}
	width := int(prints[0])
	if width != 2 && width != 3 || (len(prints)-1)%width != 0 {
		return true
	}
	data := prints[1:]
	want := print & 0xffffff
	lo, hi := 0, len(data)/width
	for lo < hi {
		mid := (lo + hi) / 2
		at := data[mid*width:]
		have, w := uint32(at[0])<<16|uint32(at[1])<<8, want&0xffff00
		if width == 3 {
			have, w = have|uint32(at[2]), want
		}
		switch {
		case have == w:
			return true
		case have < w:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return false
}

// MarshalBinary packs the filter: for each row the bucket (two bytes) and the
// length (four bytes), both little-endian, then the fingerprints.
func (f Filter) MarshalBinary() ([]byte, error) {
	var out []byte
	for _, r := range f.rows {
		out = binary.LittleEndian.AppendUint16(out, uint16(r.Bucket))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(r.Prints)))
		out = append(out, r.Prints...)
	}
	return out, nil
}

var errFilter = errors.New("malformed filter")

// UnmarshalBinary reads the output of MarshalBinary. It keeps parts of data.
func (f *Filter) UnmarshalBinary(data []byte) error {
	f.rows = nil
	for last := -1; len(data) > 0; {
		if len(data) < 6 {
			return fmt.Errorf("%w: it is cut off", errFilter)
		}
		bucket, n := int(binary.LittleEndian.Uint16(data)), uint64(binary.LittleEndian.Uint32(data[2:]))
		data = data[6:]
		if bucket <= last || bucket >= Buckets || n > uint64(len(data)) {
			return fmt.Errorf("%w: bucket %d of %d bytes after %d", errFilter, bucket, n, last)
		}
		f.rows = append(f.rows, Row{Bucket: bucket, Prints: data[:n:n]})
		data, last = data[n:], bucket
	}
	return nil
}

// MarshalText packs the filter as MarshalBinary does, in base64.
func (f Filter) MarshalText() ([]byte, error) {
	data, err := f.MarshalBinary()
	return base64.StdEncoding.AppendEncode(nil, data), err
}

// UnmarshalText reads the output of MarshalText.
func (f *Filter) UnmarshalText(text []byte) error {
	data, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("%w: %w", errFilter, err)
	}
	return f.UnmarshalBinary(data)
}

// termPrint returns bucket<<24 | print of a whole term, with 7 bits of bucket:
// FNV-1a, mixed so that the high bits depend on all of it.
func termPrint(term string) uint32 {
	h := uint64(14695981039346656037)
	for i := range len(term) {
		h = (h ^ uint64(term[i])) * 1099511628211
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	return uint32(h >> 33)
}

// gramAt returns the three bytes of t that start at i. At -1, the first of them is
// a zero byte, which marks the start of a term.
func gramAt[T ~string | ~[]byte](t T, i int) uint32 {
	g := uint32(t[i+1])<<8 | uint32(t[i+2])
	if i >= 0 {
		g |= uint32(t[i]) << 16
	}
	return g
}

// gramPrint is termPrint for a trigram. The mixing is one to one in 24 bits; rows
// of 16 bits lose the last one.
func gramPrint(g uint32) uint32 {
	const mask = 1<<24 - 1
	g = g * 0x9e3779b1 & mask
	g ^= g >> 12
	g = g * 0x85ebca6b & mask
	g ^= g >> 13
	return g>>17<<24 | g&0x1ffff<<7
}
