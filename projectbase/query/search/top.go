package search

import (
	"slices"

	"codegraph/projectbase"
)

// A hit is a match as numbers. Hits are ordered by rank, file, key and term.
type hit struct {
	file uint32 // index in the files of the search, which are sorted by path
	term uint32 // index in the items of the search, which are sorted by term
	rank uint8
	key  projectbase.LineKey
}

// Ranks of matches, in answer order.
const (
	rankDefinition uint8 = iota
	rankUse
	rankGeneratedDefinition
	rankGenerated
)

// compareHits orders hits; two different hits of one search never compare equal.
func compareHits(a, b hit) int {
	switch {
	case a.rank != b.rank:
		return int(a.rank) - int(b.rank)
	case a.file != b.file:
		return order(a.file, b.file)
	case a.key != b.key:
		return order(uint32(a.key), uint32(b.key))
	}
	return order(a.term, b.term)
}

func order(a, b uint32) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

// top keeps the first limit of the hits added to it, in order, without keeping
// or sorting the others.
type top struct {
	limit int // 0: keep all
	hits  []hit
	full  bool // hits after last cannot be among the first limit
	last  hit
}

// wants reports whether a hit of a rank in a file may be kept. Once false,
// the result never becomes true.
func (t *top) wants(rank uint8, file uint32) bool {
	return !t.full || rank < t.last.rank || rank == t.last.rank && file <= t.last.file
}

func (t *top) add(h hit) {
	if t.full && compareHits(h, t.last) > 0 {
		return
	}
	t.hits = append(t.hits, h)
	// Sorting at twice the limit makes the amortized cost per hit constant.
	if t.limit > 0 && len(t.hits) >= 2*t.limit+64 {
		t.cut()
	}
}

func (t *top) cut() {
	slices.SortFunc(t.hits, compareHits)
	if t.limit > 0 && len(t.hits) > t.limit {
		t.hits = t.hits[:t.limit]
		t.full, t.last = true, t.hits[t.limit-1]
	}
}

// sorted returns the kept hits in order.
func (t *top) sorted() []hit {
	t.cut()
	return t.hits
}
