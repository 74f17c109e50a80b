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
	// linkLease names the work of deriving links, which is the same for all of a
	// catalog.
	linkLease = "links"
	// linkWait is how long another process that derives links is waited for: one
	// that was killed at it has the lease for less.
	linkWait = 30 * time.Second
	// linkPause is how long to wait before looking again whether it is done.
	linkPause = 50 * time.Millisecond
)

// Link derives the links of the whole catalog anew, if what they are derived
// from has changed since, unless the catalog does so itself. One process does so
// at a time; the others wait for it. It reports whether they are others.
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
