package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
)

// A block of the dictionary has entries, sorted by fold and then by spelling.
// Its columns are: folds, each followed by the byte foldEnd, which is never
// part of UTF-8 text; items, four bytes each, low byte first; and spellings. A
// spelling is 0 if it equals its fold. If it differs only in ASCII case, it is
// an even number whose bits from the second on mark the upper-case bytes.
// Otherwise it is twice the length plus one, followed by the text.
const (
	foldEnd   = 0xff
	blockSize = 12 << 10 // bytes of folds at which a block is divided
	maskBits  = 62
)

// Block is a row of the dictionary.
type Block struct {
	Number                  int64
	First                   string
	Folds, Items, Spellings []byte

	once    sync.Once // guards the fields below, because readers share blocks
	entries []entry
	failed  error
}

// entry is one spelling in a block.
type entry struct {
	end      uint32 // of its fold in folds, before foldEnd
	spelling uint32 // offset in spellings
	item     store.ItemID
}

// Decode unpacks the entries on first use. The error wraps
// projectbase.ErrMalformed.
func (b *Block) Decode() error {
	b.once.Do(func() { b.entries, b.failed = b.unpack() })
	return b.failed
}

func (b *Block) unpack() ([]entry, error) {
	n := len(b.Items) / 4
	r := pack.Read(b.Spellings)
	entries := make([]entry, n)
	end := 0
	for i := range entries {
		k := bytes.IndexByte(b.Folds[end:], foldEnd)
		if k <= 0 {
			r.Fail()
			break
		}
		entries[i] = entry{end: uint32(end + k), spelling: uint32(len(b.Spellings) - len(r.Rest())), item: store.ItemID(binary.LittleEndian.Uint32(b.Items[4*i:]))}
		if h := r.Uint64(); h&1 == 1 {
			r.Take(h >> 1)
		}
		end += k + 1
	}
	if n == 0 || len(b.Items)%4 != 0 || end != len(b.Folds) {
		r.Fail()
	}
	if err := r.Err("block of the dictionary"); err != nil {
		return nil, fmt.Errorf("%w at %q", err, b.First)
	}
	return entries, nil
}

// Fold returns the fold of entry i.
func (b *Block) Fold(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = b.entries[i-1].end + 1
	}
	return b.Folds[start:b.entries[i].end]
}

// Term returns the spelling of entry i.
func (b *Block) Term(i int) string {
	fold := b.Fold(i)
	data := b.Spellings[b.entries[i].spelling:]
	h, n := binary.Uvarint(data)
	if h&1 == 1 {
		return string(data[n : n+int(h>>1)])
	}
	if h == 0 {
		return string(fold)
	}
	term := append(make([]byte, 0, len(fold)), fold...)
	for i, mask := 0, h>>1; mask != 0 && i < len(term); i, mask = i+1, mask>>1 {
		if mask&1 == 1 {
			term[i] -= 'a' - 'A'
		}
	}
	return string(term)
}

// appendSpelling packs the spelling of term, given its fold.
func appendSpelling(dst []byte, term, fold string) []byte {
	if term == fold {
		return append(dst, 0)
	}
	if len(term) == len(fold) {
		mask, upper := uint64(0), true
		for i := 0; i < len(term) && upper; i++ {
			if c := term[i]; c != fold[i] {
				upper = i < maskBits && 'A' <= c && c <= 'Z'
				mask |= 1 << i
			}
		}
		if upper {
			return binary.AppendUvarint(dst, mask<<1)
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(term))<<1|1)
	return append(dst, term...)
}

// Add appends an entry. Entries must come in their order.
func (b *Block) Add(term, fold string, item store.ItemID) {
	if len(b.Items) == 0 {
		b.First = fold
	}
	b.Folds = append(append(b.Folds, fold...), foldEnd)
	b.Items = binary.LittleEndian.AppendUint32(b.Items, uint32(item))
	b.Spellings = appendSpelling(b.Spellings, term, fold)
}

// Len returns the number of entries of a decoded block.
func (b *Block) Len() int { return len(b.entries) }

// Item returns the id of entry i.
func (b *Block) Item(i int) store.ItemID { return b.entries[i].item }

// Find returns the range of the entries with a fold.
func (b *Block) Find(fold []byte) (from, to int, err error) {
	if err := b.Decode(); err != nil {
		return 0, 0, err
	}
	n := len(b.entries)
	from = sort.Search(n, func(i int) bool { return bytes.Compare(b.Fold(i), fold) >= 0 })
	for to = from; to < n && bytes.Equal(b.Fold(to), fold); to++ {
	}
	return from, to, nil
}

// Each calls fn with the entries whose fold contains part, in order.
func (b *Block) Each(part needle, fn func(i int)) error {
	at := part.In(b.Folds, 0)
	if at < 0 {
		return nil
	}
	if err := b.Decode(); err != nil {
		return err
	}
	if len(part.text) == 0 {
		for i := range b.entries {
			fn(i)
		}
		return nil
	}
	i := 0
	for from := 0; at >= 0; at = part.In(b.Folds, from) {
		i += sort.Search(len(b.entries)-i, func(j int) bool { return b.entries[i+j].end >= uint32(at) })
		fn(i)
		from = int(b.entries[i].end) + 1
		i++
	}
	return nil
}

// CheckTerm returns an error that wraps projectbase.ErrMalformed if term cannot
// be an item.
func CheckTerm(term string) error {
	if term == "" || !utf8.ValidString(term) {
		return fmt.Errorf("term %q: %w", term, projectbase.ErrMalformed)
	}
	return nil
}

// Dictionary has all blocks in order, at one version of the dictionary.
type Dictionary struct {
	Terms  int64
	Blocks []*Block
}

// BlockAt returns the last block that begins at or before fold, or nil.
func BlockAt(blocks []*Block, fold []byte) *Block {
	i, ok := slices.BinarySearchFunc(blocks, string(fold), func(b *Block, f string) int { return strings.Compare(b.First, f) })
	if !ok {
		i--
	}
	if i < 0 {
		return nil
	}
	return blocks[i]
}
