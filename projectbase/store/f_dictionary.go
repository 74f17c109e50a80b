package store

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
)

// A block of the dictionary holds entries in the order of their folds and, for
// one fold, of their spellings. Its columns are: folds, each followed by the
// byte foldEnd, which UTF-8 text never holds; items, four bytes each, low byte
// first; and spellings: per entry 0 if it is spelled as its fold, an even
// number whose bits from the second on tell which bytes of the fold are upper
// case in ASCII, or twice the length plus one and the spelling itself.
const (
	foldEnd   = 0xff
	blockSize = 12 << 10 // bytes of folds at which a block is divided
	maskBits  = 62
)

// block is a row of the dictionary.
type block struct {
	number                  int64
	first                   string
	folds, items, spellings []byte

	once    sync.Once // guards the fields below: blocks are shared by readers
	entries []entry
	failed  error
}

// entry is one spelling in a block.
type entry struct {
	end      uint32 // of its fold in folds, before foldEnd
	spelling uint32 // offset in spellings
	item     ItemID
}

// decode makes entries when they are first needed. The error wraps
// projectbase.ErrMalformed.
func (b *block) decode() error {
	b.once.Do(func() { b.entries, b.failed = b.unpack() })
	return b.failed
}

func (b *block) unpack() ([]entry, error) {
	n := len(b.items) / 4
	r := pack.Read(b.spellings)
	entries := make([]entry, n)
	end := 0
	for i := range entries {
		k := bytes.IndexByte(b.folds[end:], foldEnd)
		if k <= 0 {
			r.Fail()
			break
		}
		entries[i] = entry{end: uint32(end + k), spelling: uint32(len(b.spellings) - len(r.Rest())), item: ItemID(binary.LittleEndian.Uint32(b.items[4*i:]))}
		if h := r.Uint64(); h&1 == 1 {
			r.Take(h >> 1)
		}
		end += k + 1
	}
	if n == 0 || len(b.items)%4 != 0 || end != len(b.folds) {
		r.Fail()
	}
	if err := r.Err("block of the dictionary"); err != nil {
		return nil, fmt.Errorf("%w at %q", err, b.first)
	}
	return entries, nil
}

// fold returns the fold of entry i.
func (b *block) fold(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = b.entries[i-1].end + 1
	}
	return b.folds[start:b.entries[i].end]
}

// term returns the spelling of entry i.
func (b *block) term(i int) string {
	fold := b.fold(i)
	data := b.spellings[b.entries[i].spelling:]
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

// appendSpelling packs how term is spelled, given its fold.
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

// add appends an entry, which must come after those that are there.
func (b *block) add(term, fold string, item ItemID) {
	if len(b.items) == 0 {
		b.first = fold
	}
	b.folds = append(append(b.folds, fold...), foldEnd)
	b.items = binary.LittleEndian.AppendUint32(b.items, uint32(item))
	b.spellings = appendSpelling(b.spellings, term, fold)
}

// length returns how many entries a decoded block has.
func (b *block) length() int { return len(b.entries) }

// item returns the id of entry i.
func (b *block) item(i int) ItemID { return b.entries[i].item }

// find returns the range of entries with the given fold.
func (b *block) find(fold []byte) (from, to int, err error) {
	if err := b.decode(); err != nil {
		return 0, 0, err
	}
	n := len(b.entries)
	from = sort.Search(n, func(i int) bool { return bytes.Compare(b.fold(i), fold) >= 0 })
	for to = from; to < n && bytes.Equal(b.fold(to), fold); to++ {
	}
	return from, to, nil
}

// each calls fn with the entries whose fold contains part, in order.
func (b *block) each(part needle, fn func(i int)) error {
	at := part.in(b.folds, 0)
	if at < 0 {
		return nil
	}
	if err := b.decode(); err != nil {
		return err
	}
	if len(part.text) == 0 {
		for i := range b.entries {
			fn(i)
		}
		return nil
	}
	i := 0
	for from := 0; at >= 0; at = part.in(b.folds, from) {
		i += sort.Search(len(b.entries)-i, func(j int) bool { return b.entries[i+j].end >= uint32(at) })
		fn(i)
		from = int(b.entries[i].end) + 1
		i++
	}
	return nil
}

// checkTerm returns an error that wraps projectbase.ErrMalformed for what
// cannot be an item.
func checkTerm(term string) error {
	if term == "" || !utf8.ValidString(term) {
		return fmt.Errorf("term %q: %w", term, projectbase.ErrMalformed)
	}
	return nil
}

// dictionary is all blocks in order, as they were at one state of the terms.
type dictionary struct {
	terms  int64
	blocks []*block
}

// blockAt returns the last block that begins at or before fold.
func blockAt(blocks []*block, fold []byte) *block {
	i, ok := slices.BinarySearchFunc(blocks, string(fold), func(b *block, f string) int { return strings.Compare(b.first, f) })
	if !ok {
		i--
	}
	if i < 0 {
		return nil
	}
	return blocks[i]
}
