package scan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/lease"
	"codegraph/catalog/links"
)

const (
	// linkLease is the name of the lease for deriving links.
	linkLease = "links"
	// linkWait is the longest wait for another process that derives links. It is
	// longer than the lease of a killed process.
	linkWait = 30 * time.Second
	// linkPause is the time between two checks.
	linkPause = 50 * time.Millisecond
)

// Link derives the links of the whole catalog if the manifests have changed, unless a
// service derives them. One process does so at a time; the others wait for it. Link
// reports whether the links have changed.
func (r *Registrar) Link(ctx context.Context) (changed bool, err error) {
	if r.Catalog.Service().DerivesLinks {
		return false, nil
	}
	for deadline := time.Now().Add(linkWait); ; {
		m, err := r.Catalog.Manifests(ctx)
		if err != nil || m.LinksOf == m.Revision {
			return false, err
		}
		err = lease.Hold(ctx, r.Catalog, linkLease, func(ctx context.Context) (err error) {
			changed, err = r.Catalog.ReplaceLinks(ctx, m.Revision, links.Derive(m.Projects, m.Packages, m.Requirements))
			return err
		})
		if err == nil {
			return changed, nil
		}
		again := errors.Is(err, catalog.ErrStale) || errors.As(err, new(*catalog.HeldError)) ||
			errors.Is(err, catalog.ErrLost) && len(catalog.LeasesOf(ctx)) == 0
		if !again || time.Now().After(deadline) {
			return false, fmt.Errorf("derive links: %w", err)
		}
		if err := pause(ctx, linkPause); err != nil {
			return false, err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
