package federation_test

import (
	"math/rand/v2"
	"testing"

	"codegraph/federation"

	"github.com/google/go-cmp/cmp"
)

func TestShare(t *testing.T) {
	for _, c := range []struct {
		limit         int
		lengths, want []int
	}{
		{0, []int{3, 0, 5}, []int{3, 0, 5}},
		{10, nil, []int{}},
		{10, []int{100, 100}, []int{5, 5}},
		{10, []int{100, 2, 100}, []int{4, 2, 4}},
		{3, []int{9, 9, 9, 9}, []int{1, 1, 1, 0}},
		{5, []int{9, 0, 9, 9}, []int{2, 0, 2, 1}},
		{100, []int{1, 2}, []int{1, 2}},
	} {
		if diff := cmp.Diff(c.want, federation.Share(c.limit, c.lengths)); diff != "" {
			t.Errorf("%d among %v:\n%s", c.limit, c.lengths, diff)
		}
	}
}

// TestShareIsFair checks three properties on random lists: the limit is used
// up or every list is complete; no part exceeds its list; and a part that is shorter than its list
// is at most one below any other part.
func TestShareIsFair(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		lengths := make([]int, random.IntN(12))
		sum := 0
		for i := range lengths {
			lengths[i] = random.IntN(20) * random.IntN(2)
			sum += lengths[i]
		}
		limit := 1 + random.IntN(60)
		shares := federation.Share(limit, lengths)
		given, most := 0, 0
		for i, n := range shares {
			if n < 0 || n > lengths[i] {
				t.Fatalf("%d among %v gives %v", limit, lengths, shares)
			}
			given += n
			most = max(most, n)
		}
		if given != min(limit, sum) {
			t.Fatalf("%d among %v gives %v: %d of them", limit, lengths, shares, given)
		}
		for i, n := range shares {
			if n < lengths[i] && n < most-1 {
				t.Fatalf("%d among %v gives %v: number %d is cut short", limit, lengths, shares, i)
			}
		}
	}
}
