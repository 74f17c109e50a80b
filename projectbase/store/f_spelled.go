package store

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// spelled is an item on its way into the dictionary.
type spelled struct {
	key  uint64 // the first bytes of fold, so that most comparisons are of numbers
	fold string
	term string
	item ItemID
}

func newSpelled(term string, item ItemID) spelled {
	s := spelled{fold: projectbase.Fold(term), term: term, item: item}
	var head [8]byte
	copy(head[:], s.fold)
	s.key = binary.BigEndian.Uint64(head[:])
	return s
}

func compareSpelled(a, b spelled) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	if c := strings.Compare(a.fold, b.fold); c != 0 {
		return c
	}
	return strings.Compare(a.term, b.term)
}

func sortSpelled(list []spelled) { slices.SortFunc(list, compareSpelled) }

// eachBlock divides the sorted list into blocks, never between two spellings of
// one fold, and calls fn with each.
func eachBlock(list []spelled, fn func(*block) error) error {
	bl := &block{}
	for i, s := range list {
		if len(bl.folds) >= blockSize && s.fold != list[i-1].fold {
			if err := fn(bl); err != nil {
				return err
			}
			bl = &block{}
		}
		bl.add(s.term, s.fold, s.item)
	}
	if len(bl.items) == 0 {
		return nil
	}
	return fn(bl)
}
