package joint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"codegraph/catalog"
)

// Enter implements catalog.Store.
func (s *Store) Enter(ctx context.Context, e catalog.Entry) (bool, error) {
	changed, err := s.EnterAll(ctx, []catalog.Entry{e})
	return err == nil && changed[0], err
}

// EnterAll implements catalog.Store. That the service is away, or takes no
// projects of this machine, is no error: they are in the machine's own catalog.
func (s *Store) EnterAll(ctx context.Context, entries []catalog.Entry) ([]bool, error) {
	changed, err := s.o.Own.EnterAll(ctx, entries)
	if err != nil || !s.there(ctx) {
		return changed, err
	}
	shared, err := s.o.Shared.EnterAll(ctx, entries)
	switch {
	case !s.reached(ctx, err):
	case refuses(err):
		s.refuse(err, entries)
	case err != nil:
		return nil, err
	default:
		for i := range shared {
			changed[i] = changed[i] || shared[i]
		}
	}
	return changed, nil
}

// refuses reports whether the service does not take what it was told. A project
// that it does not show is one that the token is not for.
func refuses(err error) bool {
	return errors.Is(err, catalog.ErrNotAllowed) || errors.Is(err, catalog.ErrReadOnly) || errors.Is(err, catalog.ErrNotFound)
}

func (s *Store) refuse(why error, entries []catalog.Entry) {
	s.mu.Lock()
	for _, e := range entries {
		s.refused[e.Project.ID] = true
	}
	s.mu.Unlock()
	s.warn(fmt.Errorf("%s does not take projects of this machine, which only this machine can ask then: %w", s.o.Host, why))
}

// tell tells the service of the projects of this machine that it does not know
// as they are. Its error is about the service; what that refuses is none.
func (s *Store) tell(ctx context.Context) error {
	known, err := s.o.Shared.Projects(ctx, catalog.Query{Node: s.o.Node})
	if err != nil {
		return err
	}
	own, err := s.o.Own.Projects(ctx, catalog.Query{Node: s.o.Node})
	if err != nil {
		s.warn(fmt.Errorf("this machine's own catalog: %w", err))
		return nil
	}
	var entries []catalog.Entry
	for _, p := range own {
		if slices.ContainsFunc(known, func(k catalog.Project) bool { return alike(k, p) }) {
			continue
		}
		e, err := s.entry(ctx, p)
		if err != nil {
			s.warn(fmt.Errorf("this machine's own catalog: %w", err))
			return nil
		}
		entries = append(entries, e)
	}
	if err := s.tellOf(ctx, entries); err != nil {
		return err
	}
	s.mu.Lock()
	s.told = true
	s.mu.Unlock()
	return nil
}

// tellOf enters projects at the service: together, or one by one if it does not
// take all of them.
func (s *Store) tellOf(ctx context.Context, entries []catalog.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	_, err := s.o.Shared.EnterAll(ctx, entries)
	if !refuses(err) {
		return err
	}
	if errors.Is(err, catalog.ErrNotAllowed) || len(entries) == 1 {
		s.refuse(err, entries)
		return nil
	}
	for i := range entries {
		if err := s.tellOf(ctx, entries[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// alike reports whether what the service knows of a project is what this machine
// does. Names and tags are people's.
func alike(known, own catalog.Project) bool {
	return known.ID == own.ID && known.Place == own.Place && known.Base == own.Base && known.State == own.State && known.Head == own.Head &&
		known.LastIndexed == own.LastIndexed && known.Files == own.Files && known.Items == own.Items && known.Repository == own.Repository &&
		known.Remote == own.Remote && known.SchemaVersion == own.SchemaVersion && known.ExtractorVersion == own.ExtractorVersion
}

// entry returns what this machine's own catalog knows of a project.
func (s *Store) entry(ctx context.Context, p catalog.Project) (catalog.Entry, error) {
	e := catalog.Entry{Project: p}
	var err error
	if e.Packages, err = s.o.Own.Packages(ctx, catalog.PackageQuery{Projects: []catalog.ProjectID{p.ID}}); err != nil {
		return e, err
	}
	if e.Requirements, err = s.o.Own.Requirements(ctx, catalog.PackageQuery{Projects: []catalog.ProjectID{p.ID}}); err != nil {
		return e, err
	}
	links, err := s.o.Own.Links(ctx, catalog.LinkQuery{From: []catalog.ProjectID{p.ID}, Origin: catalog.ByHand})
	for _, l := range links {
		e.Links = append(e.Links, catalog.ManualLink{Root: l.Root, To: l.To, Name: l.Name})
	}
	return e, err
}

// both does in the machine's own catalog what the service is then told too, if
// it is there: it finds out otherwise.
func both[T any](ctx context.Context, s *Store, do func(catalog.Store) (T, error)) (T, error) {
	out, err := do(s.o.Own)
	if err != nil || !s.there(ctx) {
		return out, err
	}
	shared, err := do(s.o.Shared)
	if !s.reached(ctx, err) || refuses(err) {
		return out, nil
	}
	return shared, err
}

// Seen implements catalog.Store.
func (s *Store) Seen(ctx context.Context, at int64, ids ...catalog.ProjectID) error {
	_, err := both(ctx, s, func(c catalog.Store) (bool, error) { return false, c.Seen(ctx, at, ids...) })
	return err
}

// SetState implements catalog.Store.
func (s *Store) SetState(ctx context.Context, state catalog.State, ids ...catalog.ProjectID) (int, error) {
	return both(ctx, s, func(c catalog.Store) (int, error) { return c.SetState(ctx, state, ids...) })
}

// Tag implements catalog.Store.
func (s *Store) Tag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	return need(ctx, s, func(c catalog.Store) (bool, error) { return c.Tag(ctx, id, tags...) })
}

// Untag implements catalog.Store.
func (s *Store) Untag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	return need(ctx, s, func(c catalog.Store) (bool, error) { return c.Untag(ctx, id, tags...) })
}

// Rename implements catalog.Store.
func (s *Store) Rename(ctx context.Context, id catalog.ProjectID, name string) (bool, error) {
	return need(ctx, s, func(c catalog.Store) (bool, error) { return c.Rename(ctx, id, name) })
}

// Forget implements catalog.Store. What the service forgot, this machine does.
func (s *Store) Forget(ctx context.Context, ids ...catalog.ProjectID) (int, error) {
	n, err := need(ctx, s, func(c catalog.Store) (int, error) { return c.Forget(ctx, ids...) })
	if err != nil {
		return n, err
	}
	own, err := s.o.Own.Forget(ctx, ids...)
	return max(n, own), err
}

// SetPublished implements catalog.Store.
func (s *Store) SetPublished(ctx context.Context, id catalog.ProjectID, p catalog.Published) (bool, error) {
	return need(ctx, s, func(c catalog.Store) (bool, error) { return c.SetPublished(ctx, id, p) })
}

// ReplaceLinks implements catalog.Store.
func (s *Store) ReplaceLinks(ctx context.Context, revision int64, links []catalog.Link) (bool, error) {
	return need(ctx, s, func(c catalog.Store) (bool, error) { return c.ReplaceLinks(ctx, revision, links) })
}

// PutFilter implements catalog.Store, in this machine's own catalog alone: it is
// of a base that only this machine can stamp.
func (s *Store) PutFilter(ctx context.Context, id catalog.ProjectID, st catalog.Stamp, f catalog.Filter) error {
	return s.o.Own.PutFilter(ctx, id, st, f)
}

// PutFilters implements catalog.Store; see PutFilter.
func (s *Store) PutFilters(ctx context.Context, list []catalog.KeptFilter) error {
	return s.o.Own.PutFilters(ctx, list)
}

// Restamp implements catalog.Store; see PutFilter.
func (s *Store) Restamp(ctx context.Context, id catalog.ProjectID, st catalog.Stamp) (bool, error) {
	return s.o.Own.Restamp(ctx, id, st)
}

// Readings implements catalog.Readings, for the machine's own catalog.
func (s *Store) Readings(ctx context.Context, ids []catalog.ProjectID) (map[catalog.ProjectID]catalog.Reading, error) {
	if own, ok := s.o.Own.(catalog.Readings); ok {
		return own.Readings(ctx, ids)
	}
	return nil, nil
}

// PutReadings implements catalog.Readings; see Readings.
func (s *Store) PutReadings(ctx context.Context, of map[catalog.ProjectID]catalog.Reading) error {
	if own, ok := s.o.Own.(catalog.Readings); ok {
		return own.PutReadings(ctx, of)
	}
	return nil
}
