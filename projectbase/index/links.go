package index

import (
	"context"
	"errors"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/write"
)

// Link is a dependency on another project that a user adds. The index keeps it,
// also through a rebuild.
type Link struct {
	Root      string // of the other project, absolute
	Name      string // shown name; "" for none
	ProjectID string // of the other project; "" if unknown
}

// Link adds a link, or changes the one to the same root. created reports whether
// the link is new.
func (x *Indexer) Link(ctx context.Context, p Project, l Link, wait Wait) (created bool, err error) {
	if err := checkName(l.Name); err != nil {
		return false, err
	}
	err = x.withBase(ctx, p, wait, func(tx *write.Tx) error {
		old, err := tx.Links()
		if err != nil {
			return err
		}
		created = true
		for _, o := range old {
			if o.Path == l.Root {
				created = false
				if o.Name == l.Name && o.ProjectID == l.ProjectID {
					return nil
				}
			}
		}
		return tx.SetLink(store.Link{Path: l.Root, Name: l.Name, ProjectID: l.ProjectID, LastChecked: x.now().Unix()})
	})
	return created, err
}

// Unlink removes the link to a root and reports whether there was one.
func (x *Indexer) Unlink(ctx context.Context, p Project, root string, wait Wait) (removed bool, err error) {
	err = x.withBase(ctx, p, wait, func(tx *write.Tx) (err error) {
		removed, err = tx.RemoveLink(root)
		return err
	})
	return removed, err
}

func (x *Indexer) withBase(ctx context.Context, p Project, wait Wait, fn func(*write.Tx) error) error {
	if err := checkExisting(p); err != nil {
		return err
	}
	if err := refuseLink(p); err != nil {
		return err
	}
	lock, err := lock.Acquire(ctx, p.Base, wait.Limit, wait.OnWait)
	if err != nil {
		return err
	}
	defer lock.Release()
	err = write.Update(ctx, p.Base, fn)
	if errors.Is(err, projectbase.ErrOutdated) {
		if err = write.Migrate(ctx, p.Base); err == nil {
			err = write.Update(ctx, p.Base, fn)
		}
	}
	return err
}

// Migrate brings the index of p from an older schema to the present one, so
// that it can be queried. All files are pending afterwards, because they were
// extracted by another version. An index of the present schema does not change.
func (x *Indexer) Migrate(ctx context.Context, p Project, wait Wait) error {
	if err := refuseLink(p); err != nil {
		return err
	}
	lock, err := lock.Acquire(ctx, p.Base, wait.Limit, wait.OnWait)
	if err == nil {
		defer lock.Release()
		err = write.Migrate(ctx, p.Base)
	}
	if errors.Is(err, projectbase.ErrReadOnly) {
		return readOnlyHint(p, fmt.Errorf("the index in %s was %w, and cannot be brought up to date: %w", p.Base, projectbase.ErrOutdated, err))
	}
	return err
}
