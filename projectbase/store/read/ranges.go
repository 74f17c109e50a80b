package read

import (
	"cmp"
	"slices"
	"strconv"

	"codegraph/projectbase/store"
)

// Items that are asked for together often have ids near each other: names of
// one file, of one family. A step to the next row costs a fraction of a search
// for one, so ids are asked for as ranges, with what lies between them.
const (
	maxGap    = 6
	rangeBits = 12
	maxRange  = 1<<rangeBits - 1
)

// idRanges returns the order of items by id, and their ranges as json_each
// reads them: each is its first id << rangeBits | its last minus its first id.
func idRanges(items []store.Item) (order []int32, ranges string) {
	order = make([]int32, len(items))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(items[a].ID, items[b].ID) })
	b := make([]byte, 0, 12*len(items)+2)
	b = append(b, '[')
	for i := 0; i < len(order); {
		first := items[order[i]].ID
		last := first
		for i++; i < len(order); i++ {
			if id := items[order[i]].ID; id > last+maxGap || id-first > maxRange {
				break
			}
			last = items[order[i]].ID
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(first)<<rangeBits|uint64(last-first), 10)
	}
	return order, string(append(b, ']'))
}

// follow returns how many of order belong to ids below id.
func follow(items []store.Item, order []int32, id store.ItemID) int {
	n := 0
	for n < len(order) && items[order[n]].ID < id {
		n++
	}
	return n
}
