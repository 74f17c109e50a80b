package catalog

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

// Filter says of a text, without opening a base, that no term of the base is
// or contains it. It never says so wrongly, if terms and text were folded
// alike (projectbase.Fold). That it may be there is wrong for fewer than one
// term in a hundred; of parts of terms it says whether all their trigrams
// occur, be it in different terms.
//
// It consists of rows, one for each of the Buckets that anything falls into.
// A question needs one row, or a few, of each project.
type Filter struct {
	rows []Row // by bucket
}

// Row is a bucket of a filter.
type Row struct {
	Bucket int    // 0 to Buckets-1
	Prints []byte // see Holds
}

// Buckets is how many buckets there are: the first half for whole terms, the
// second for trigrams.
const Buckets = 2 * gramBase

// gramBase is the bucket of the first trigrams.
const gramBase = 128

// FilterVersion is another one when a filter made before could say something
// else than one made now of the same terms. Filters of other versions do not
// count. Folding follows the tables of Unicode.
const FilterVersion = "1/" + unicode.Version

// maxNarrow is the number of prints in a row from which on they are 24 bits
// wide instead of 16, to stay well under one wrong answer in a hundred.
const maxNarrow = 500

// BuildFilter makes the filter of folded terms. Their order does not matter,
// nor does repetition. It takes 2 MB, and 4 bytes for each term.
func BuildFilter[T ~string | ~[]byte](terms iter.Seq[T]) Filter {
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

// packPrints packs sorted prints: a byte that says how many bytes each has, then
// them, the high byte first.
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

// Rows returns the rows by bucket. They must not be changed.
func (f Filter) Rows() []Row { return f.rows }

// Row returns the prints of a bucket, nil if nothing falls into it.
func (f Filter) Row(bucket int) []byte {
	i, ok := slices.BinarySearchFunc(f.rows, bucket, func(r Row, b int) int { return r.Bucket - b })
	if !ok {
		return nil
	}
	return f.rows[i].Prints
}

// May reports whether a base with this filter may hold what is asked for.
func (f Filter) May(a Ask) bool {
	for _, p := range a.Probes() {
		if !Holds(f.Row(p.Bucket), p.Print) {
			return false
		}
	}
	return true
}

// Holds reports whether a print is in a row's prints; it is if they are not
// well formed.
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

// MarshalBinary packs the filter: for each row its bucket in two bytes, its
// length in four, little-endian, and its prints.
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

// UnmarshalBinary reads what MarshalBinary wrote. It keeps parts of data.
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

// UnmarshalText reads what MarshalText wrote.
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

// gramAt returns the three bytes of t from i on; at -1, a zero byte stands for
// the beginning of the term.
func gramAt[T ~string | ~[]byte](t T, i int) uint32 {
	g := uint32(t[i+1])<<8 | uint32(t[i+2])
	if i >= 0 {
		g |= uint32(t[i]) << 16
	}
	return g
}

// gramPrint is termPrint for a trigram. Its 24 bits are mixed one to one; the
// last of them is lost where prints are 16 bits wide.
func gramPrint(g uint32) uint32 {
	const mask = 1<<24 - 1
	g = g * 0x9e3779b1 & mask
	g ^= g >> 12
	g = g * 0x85ebca6b & mask
	g ^= g >> 13
	return g>>17<<24 | g&0x1ffff<<7
}
