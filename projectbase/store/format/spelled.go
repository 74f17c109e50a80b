package format

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Spelling is an entry for the dictionary.
type Spelling struct {
	key  uint64 // the first bytes of Fold, for fast comparisons
	Fold string
	Term string
	Item store.ItemID
}

func NewSpelling(term string, item store.ItemID) Spelling {
	s := Spelling{Fold: projectbase.Fold(term), Term: term, Item: item}
	var head [8]byte
	copy(head[:], s.Fold)
	s.key = binary.BigEndian.Uint64(head[:])
	return s
}

func CompareSpellings(a, b Spelling) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	if c := strings.Compare(a.Fold, b.Fold); c != 0 {
		return c
	}
	return strings.Compare(a.Term, b.Term)
}

func SortSpellings(list []Spelling) { slices.SortFunc(list, CompareSpellings) }

// EachBlock divides the sorted list into blocks and calls fn with each. It
// never divides the spellings of one fold.
func EachBlock(list []Spelling, fn func(*Block) error) error {
	bl := &Block{}
	for i, s := range list {
		if len(bl.Folds) >= blockSize && s.Fold != list[i-1].Fold {
			if err := fn(bl); err != nil {
				return err
			}
			bl = &Block{}
		}
		bl.Add(s.Term, s.Fold, s.Item)
	}
	if len(bl.Items) == 0 {
		return nil
	}
	return fn(bl)
}
