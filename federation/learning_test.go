package federation_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase/query/search"
)

// keeping counts the filters that are written.
type keeping struct {
	catalog.Store
	mu   sync.Mutex
	kept map[catalog.ProjectID]int
}

func (k *keeping) PutFilters(ctx context.Context, list []catalog.KeptFilter) error {
	k.mu.Lock()
	for _, f := range list {
		k.kept[f.Project]++
	}
	k.mu.Unlock()
	return k.Store.PutFilters(ctx, list)
}

// TestLearnOnce: many questions at once learn each filter once.
func TestLearnOnce(t *testing.T) {
	h := newHub(t)
	for i := range 4 {
		h.add(fmt.Sprint("p", i), "Widget")
	}
	targets, _ := h.plan("", "all")
	store := &keeping{Store: h.store, kept: map[catalog.ProjectID]int{}}
	shared := &federation.Learning{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			e := h.engine()
			e.Filters = h.filters()
			e.Filters.Catalog, e.Filters.Learning = store, shared
			if _, _, err := federation.Ask(t.Context(), e, targets, searchFor("Widget", search.ModeExact)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, target := range targets {
		if n := store.kept[target.Project.ID]; n != 1 {
			t.Errorf("the filter of %s was learned %d times", target.Project.Name, n)
		}
	}
}
