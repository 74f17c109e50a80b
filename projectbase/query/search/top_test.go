package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

func TestTopEqualsSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 99, 100, 101, 5000} {
		for _, limit := range []int{0, 1, 7, 100} {
			all := make([]hit, n)
			for i := range all {
				all[i] = hit{file: r.Uint32N(9), term: uint32(i), rank: uint8(r.UintN(4)), key: projectbase.LineKey(16 + r.Uint32N(50))}
			}
			kept := top{limit: limit}
			for _, h := range all {
				if kept.wants(h.rank, h.file) {
					kept.add(h)
				}
			}
			want := slices.Clone(all)
			slices.SortFunc(want, compareHits)
			if limit > 0 && len(want) > limit {
				want = want[:limit]
			}
			got := kept.sorted()
			if len(got) != len(want) || !slices.Equal(got, want) {
				t.Errorf("n %d, limit %d (-want +got):\n%s", n, limit, cmp.Diff(len(want), len(got)))
			}
		}
	}
}
