package httpapi

import (
	"context"
	"fmt"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

// Keep returns a store that refuses facts about projects of the service's own
// machine: an entry names the files that the service opens. It allows names and tags.
// Use it for one request.
func Keep(s catalog.Store, keeps func(node string) bool) catalog.Store { return &keeper{s, keeps} }

type keeper struct {
	catalog.Store
	keeps func(node string) bool
}

// others returns an error if the service keeps the facts of one of the projects.
func (k *keeper) others(ctx context.Context, ids []catalog.ProjectID) error {
	list, err := k.Projects(ctx, catalog.Query{IDs: append([]catalog.ProjectID{}, ids...)})
	if err != nil {
		return err
	}
	for _, p := range list {
		if k.keeps(p.Node) {
			return keptItself(p)
		}
	}
	return nil
}

func keptItself(p catalog.Project) error {
	return fmt.Errorf("%w: only the service may change the entry of %s on machine %s", catalog.ErrNotAllowed, p.Root, p.Node)
}

func (k *keeper) Enter(ctx context.Context, e catalog.Entry) (bool, error) {
	changed, err := k.EnterAll(ctx, []catalog.Entry{e})
	return err == nil && changed[0], err
}

func (k *keeper) EnterAll(ctx context.Context, entries []catalog.Entry) ([]bool, error) {
	var ids []catalog.ProjectID
	for _, e := range entries {
		if k.keeps(e.Project.Node) {
			return nil, keptItself(e.Project)
		}
		ids = append(ids, e.Project.ID)
	}
	if err := k.others(ctx, ids); err != nil {
		return nil, err
	}
	return k.Store.EnterAll(ctx, entries)
}

func (k *keeper) Seen(ctx context.Context, at int64, ids ...catalog.ProjectID) error {
	if err := k.others(ctx, ids); err != nil {
		return err
	}
	return k.Store.Seen(ctx, at, ids...)
}

func (k *keeper) SetState(ctx context.Context, s catalog.State, ids ...catalog.ProjectID) (int, error) {
	if err := k.others(ctx, ids); err != nil {
		return 0, err
	}
	return k.Store.SetState(ctx, s, ids...)
}

// SetPublished names files that the service opens.
func (k *keeper) SetPublished(ctx context.Context, id catalog.ProjectID, p catalog.Published) (bool, error) {
	if p.Node != "" && k.keeps(p.Node) {
		return false, fmt.Errorf("%w: only the service may record its published indexes", catalog.ErrNotAllowed)
	}
	return k.Store.SetPublished(ctx, id, p)
}

func (k *keeper) PutFilter(ctx context.Context, id catalog.ProjectID, s catalog.Stamp, f termfilter.Filter) error {
	if err := k.others(ctx, []catalog.ProjectID{id}); err != nil {
		return err
	}
	return k.Store.PutFilter(ctx, id, s, f)
}

func (k *keeper) PutFilters(ctx context.Context, list []catalog.KeptFilter) error {
	var ids []catalog.ProjectID
	for _, f := range list {
		ids = append(ids, f.Project)
	}
	if err := k.others(ctx, ids); err != nil {
		return err
	}
	return k.Store.PutFilters(ctx, list)
}

func (k *keeper) Restamp(ctx context.Context, id catalog.ProjectID, s catalog.Stamp) (bool, error) {
	if err := k.others(ctx, []catalog.ProjectID{id}); err != nil {
		return false, err
	}
	return k.Store.Restamp(ctx, id, s)
}
