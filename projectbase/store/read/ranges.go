package read

import (
	"cmp"
	"slices"
	"strconv"

	"codegraph/projectbase/store"
)

// Items that are looked up together often have ids near each other, for example
// names of one file. Reading the next row is much cheaper than a search.
// Therefore queries use ranges of ids and skip the rows between the items.
const (
	maxGap    = 6
	rangeBits = 12
	maxRange  = 1<<rangeBits - 1
)

// idRanges returns the order of items by id, and the ranges of their ids as
// JSON for json_each. A range is first id << rangeBits | last id - first id.
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

// follow returns the length of the part of order with ids below id.
func follow(items []store.Item, order []int32, id store.ItemID) int {
	n := 0
	for n < len(order) && items[order[n]].ID < id {
		n++
	}
	return n
}
