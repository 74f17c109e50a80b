package catalog

import (
	"context"
	"fmt"
	"time"
)

var (
	_ Store  = (*Standby)(nil)
	_ Nodes  = (*Standby)(nil)
	_ Leases = (*Standby)(nil)
	_ Tokens = (*Standby)(nil)
	_ Audit  = (*Standby)(nil)

	_ Readings = (*Standby)(nil)
)

// got calls a reading method.
func got[T any](ctx context.Context, s *Standby, f func(context.Context, Store) (T, error)) (out T, err error) {
	err = s.read(ctx, func(ctx context.Context, c Store) (err error) {
		out, err = f(ctx, c)
		return err
	})
	return out, err
}

// done calls a writing method.
func done[T any](ctx context.Context, s *Standby, f func(Store) (T, error)) (out T, err error) {
	err = s.write(ctx, func(c Store) (err error) {
		out, err = f(c)
		return err
	})
	return out, err
}

// Projects implements Store.
func (s *Standby) Projects(ctx context.Context, q Query) ([]Project, error) {
	return got(ctx, s, func(ctx context.Context, c Store) ([]Project, error) { return c.Projects(ctx, q) })
}

// Find implements Store.
func (s *Standby) Find(ctx context.Context, name, node string) (Project, error) {
	return got(ctx, s, func(ctx context.Context, c Store) (Project, error) { return c.Find(ctx, name, node) })
}

// Tags implements Store.
func (s *Standby) Tags(ctx context.Context) (map[string]int, error) {
	return got(ctx, s, func(ctx context.Context, c Store) (map[string]int, error) { return c.Tags(ctx) })
}

// Manifests implements Store.
func (s *Standby) Manifests(ctx context.Context) (Manifests, error) {
	return got(ctx, s, func(ctx context.Context, c Store) (Manifests, error) {
		m, err := c.Manifests(ctx)
		if c == s.copied {
			m.Revision = -1 // its numbers are not the catalog's: nothing can be derived from them
		}
		return m, err
	})
}

// Packages implements Store.
func (s *Standby) Packages(ctx context.Context, q PackageQuery) ([]Package, error) {
	return got(ctx, s, func(ctx context.Context, c Store) ([]Package, error) { return c.Packages(ctx, q) })
}

// Requirements implements Store.
func (s *Standby) Requirements(ctx context.Context, q PackageQuery) ([]Requirement, error) {
	return got(ctx, s, func(ctx context.Context, c Store) ([]Requirement, error) { return c.Requirements(ctx, q) })
}

// Links implements Store.
func (s *Standby) Links(ctx context.Context, q LinkQuery) ([]Link, error) {
	return got(ctx, s, func(ctx context.Context, c Store) ([]Link, error) { return c.Links(ctx, q) })
}

// Version implements Store.
func (s *Standby) Version(ctx context.Context) (int64, error) {
	return got(ctx, s, func(ctx context.Context, c Store) (int64, error) {
		v, err := c.Version(ctx)
		if c == s.copied {
			v = -1 - v // which the catalog itself never has
		}
		return v, err
	})
}

// Candidates implements Store.
func (s *Standby) Candidates(ctx context.Context, a Ask) (Candidates, error) {
	return got(ctx, s, func(ctx context.Context, c Store) (Candidates, error) { return c.Candidates(ctx, a) })
}

// Enter implements Store.
func (s *Standby) Enter(ctx context.Context, e Entry) (bool, error) {
	return done(ctx, s, func(c Store) (bool, error) { return c.Enter(ctx, e) })
}

// EnterAll implements Store.
func (s *Standby) EnterAll(ctx context.Context, entries []Entry) ([]bool, error) {
	return done(ctx, s, func(c Store) ([]bool, error) { return c.EnterAll(ctx, entries) })
}

// SetState implements Store.
func (s *Standby) SetState(ctx context.Context, st State, ids ...ProjectID) (int, error) {
	return done(ctx, s, func(c Store) (int, error) { return c.SetState(ctx, st, ids...) })
}

// Tag implements Store.
func (s *Standby) Tag(ctx context.Context, id ProjectID, tags ...string) (bool, error) {
	return done(ctx, s, func(c Store) (bool, error) { return c.Tag(ctx, id, tags...) })
}

// Untag implements Store.
func (s *Standby) Untag(ctx context.Context, id ProjectID, tags ...string) (bool, error) {
	return done(ctx, s, func(c Store) (bool, error) { return c.Untag(ctx, id, tags...) })
}

// Rename implements Store.
func (s *Standby) Rename(ctx context.Context, id ProjectID, name string) (bool, error) {
	return done(ctx, s, func(c Store) (bool, error) { return c.Rename(ctx, id, name) })
}

// Forget implements Store.
func (s *Standby) Forget(ctx context.Context, ids ...ProjectID) (int, error) {
	return done(ctx, s, func(c Store) (int, error) { return c.Forget(ctx, ids...) })
}

// ReplaceLinks implements Store.
func (s *Standby) ReplaceLinks(ctx context.Context, revision int64, links []Link) (bool, error) {
	return done(ctx, s, func(c Store) (bool, error) { return c.ReplaceLinks(ctx, revision, links) })
}

// Restamp implements Store.
func (s *Standby) Restamp(ctx context.Context, id ProjectID, st Stamp) (bool, error) {
	return done(ctx, s, func(c Store) (bool, error) { return c.Restamp(ctx, id, st) })
}

// SetPublished implements Store.
func (s *Standby) SetPublished(ctx context.Context, id ProjectID, p Published) (bool, error) {
	return done(ctx, s, func(c Store) (bool, error) { return c.SetPublished(ctx, id, p) })
}

// Seen implements Store.
func (s *Standby) Seen(ctx context.Context, at int64, ids ...ProjectID) error {
	return s.write(ctx, func(c Store) error { return c.Seen(ctx, at, ids...) })
}

// PutFilter implements Store.
func (s *Standby) PutFilter(ctx context.Context, id ProjectID, st Stamp, f Filter) error {
	return s.write(ctx, func(c Store) error { return c.PutFilter(ctx, id, st, f) })
}

// PutFilters implements Store.
func (s *Standby) PutFilters(ctx context.Context, list []KeptFilter) error {
	return s.write(ctx, func(c Store) error { return c.PutFilters(ctx, list) })
}

// Close closes the copy. The catalog is its opener's.
func (s *Standby) Close() error { return s.copied.Close() }

// beside calls f with a register that stands beside the catalog, if it has one.
func beside[I any](ctx context.Context, s *Standby, f func(context.Context, I) error) error {
	return s.primary(ctx, func(ctx context.Context, c Store) error {
		register, ok := c.(I)
		if !ok {
			return fmt.Errorf("%w: this catalog keeps none", ErrUsage)
		}
		return f(ctx, register)
	})
}

// NodeSeen implements Nodes.
func (s *Standby) NodeSeen(ctx context.Context, n Node) error {
	return beside(ctx, s, func(ctx context.Context, r Nodes) error { return r.NodeSeen(ctx, n) })
}

// ListNodes implements Nodes.
func (s *Standby) ListNodes(ctx context.Context) (out []Node, err error) {
	err = s.read(ctx, func(ctx context.Context, c Store) (err error) {
		if r, ok := c.(Nodes); ok {
			out, err = r.ListNodes(ctx)
		}
		return err
	})
	return out, err
}

// TakeLease implements Leases.
func (s *Standby) TakeLease(ctx context.Context, name, holder string, span time.Duration) (out Lease, err error) {
	err = beside(ctx, s, func(ctx context.Context, r Leases) (err error) {
		out, err = r.TakeLease(ctx, name, holder, span)
		return err
	})
	return out, err
}

// GiveLease implements Leases.
func (s *Standby) GiveLease(ctx context.Context, l Lease) error {
	return beside(ctx, s, func(ctx context.Context, r Leases) error { return r.GiveLease(ctx, l) })
}

// AddToken implements Tokens.
func (s *Standby) AddToken(ctx context.Context, t Token) error {
	return beside(ctx, s, func(ctx context.Context, r Tokens) error { return r.AddToken(ctx, t) })
}

// ListTokens implements Tokens. Tokens are not copied: while the catalog is away,
// nobody knows which of them were revoked.
func (s *Standby) ListTokens(ctx context.Context) (out []Token, err error) {
	if _, away := s.Away(); away {
		return nil, s.gone()
	}
	err = beside(ctx, s, func(ctx context.Context, r Tokens) (err error) {
		out, err = r.ListTokens(ctx)
		return err
	})
	return out, err
}

// RevokeToken implements Tokens.
func (s *Standby) RevokeToken(ctx context.Context, id string, at int64) (changed bool, err error) {
	err = beside(ctx, s, func(ctx context.Context, r Tokens) (err error) {
		changed, err = r.RevokeToken(ctx, id, at)
		return err
	})
	return changed, err
}

// TokenUsed implements Tokens.
func (s *Standby) TokenUsed(ctx context.Context, id string, at int64) error {
	if _, away := s.Away(); away {
		return s.gone()
	}
	return beside(ctx, s, func(ctx context.Context, r Tokens) error { return r.TokenUsed(ctx, id, at) })
}

// AddAudit implements Audit.
func (s *Standby) AddAudit(ctx context.Context, entries []AuditEntry) error {
	if _, away := s.Away(); away {
		return s.gone()
	}
	return beside(ctx, s, func(ctx context.Context, r Audit) error { return r.AddAudit(ctx, entries) })
}

// ListAudit implements AuditReader. The audit log is not copied.
func (s *Standby) ListAudit(ctx context.Context, q AuditQuery) (out []AuditEntry, err error) {
	err = beside(ctx, s, func(ctx context.Context, r Audit) (err error) {
		out, err = r.ListAudit(ctx, q)
		return err
	})
	return out, err
}

// TrimAudit implements Audit.
func (s *Standby) TrimAudit(ctx context.Context, before int64) (dropped int, err error) {
	err = beside(ctx, s, func(ctx context.Context, r Audit) (err error) {
		dropped, err = r.TrimAudit(ctx, before)
		return err
	})
	return dropped, err
}

// Readings implements Readings.
func (s *Standby) Readings(ctx context.Context, ids []ProjectID) (out map[ProjectID]Reading, err error) {
	err = beside(ctx, s, func(ctx context.Context, r Readings) (err error) {
		out, err = r.Readings(ctx, ids)
		return err
	})
	return out, err
}

// PutReadings implements Readings.
func (s *Standby) PutReadings(ctx context.Context, of map[ProjectID]Reading) error {
	return s.write(ctx, func(c Store) error {
		if r, ok := c.(Readings); ok {
			return r.PutReadings(ctx, of)
		}
		return nil
	})
}
