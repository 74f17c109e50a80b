package catalog

import (
	"context"
	"errors"
	"slices"
	"time"
)

// copyTime is how long reading a whole catalog may take.
const copyTime = time.Minute

// copy makes the copy like the catalog.
func (s *Standby) copy(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, copyTime)
	defer cancel()
	from, err := s.open(ctx)
	if err != nil {
		return err
	}
	if err := copyNodes(ctx, from, s.copied); err != nil {
		return err
	}
	return Copy(ctx, from, s.copied)
}

// Copy makes to hold the projects of from with their tags, packages, requirements
// and links, and nothing else. Filters are not copied: they are of the moment.
func Copy(ctx context.Context, from, to Store) error {
	m, err := from.Manifests(ctx)
	if err != nil {
		return err
	}
	links, err := from.Links(ctx, LinkQuery{})
	if err != nil {
		return err
	}
	entries := entriesOf(m, links)
	if err := forgetOthers(ctx, to, m.Projects); err != nil {
		return err
	}
	if _, err := to.EnterAll(ctx, entries); err != nil {
		return err
	}
	if err := copyNotes(ctx, to, m.Projects); err != nil {
		return err
	}
	there, err := to.Manifests(ctx)
	if err != nil {
		return err
	}
	derived := slices.DeleteFunc(links, func(l Link) bool { return l.Origin != Derived })
	_, err = to.ReplaceLinks(ctx, there.Revision, derived)
	return err
}

// entriesOf returns the entries that make what is known of the projects.
func entriesOf(m Manifests, links []Link) []Entry {
	entries := make([]Entry, len(m.Projects))
	at := map[ProjectID]*Entry{}
	for i, p := range m.Projects {
		entries[i].Project = p
		at[p.ID] = &entries[i]
	}
	for _, p := range m.Packages {
		if e := at[p.Project]; e != nil {
			e.Packages = append(e.Packages, p)
		}
	}
	for _, r := range m.Requirements {
		if e := at[r.Project]; e != nil {
			e.Requirements = append(e.Requirements, r)
		}
	}
	for _, l := range links {
		if e := at[l.From]; e != nil && l.Origin == ByHand {
			e.Links = append(e.Links, ManualLink{Root: l.Root, To: l.To, Name: l.Name})
		}
	}
	return entries
}

// forgetOthers forgets what is not among the projects: first, since another one
// may have taken a place.
func forgetOthers(ctx context.Context, to Store, projects []Project) error {
	known := map[ProjectID]bool{}
	for _, p := range projects {
		known[p.ID] = true
	}
	have, err := to.Projects(ctx, Query{})
	if err != nil {
		return err
	}
	var gone []ProjectID
	for _, p := range have {
		if !known[p.ID] {
			gone = append(gone, p.ID)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	_, err = to.Forget(ctx, gone...)
	return err
}

// copyNotes copies what an entry does not bring.
func copyNotes(ctx context.Context, to Store, projects []Project) error {
	have, err := to.Projects(ctx, Query{})
	if err != nil {
		return err
	}
	was := map[ProjectID]Project{}
	for _, p := range have {
		was[p.ID] = p
	}
	for _, p := range projects {
		if p.Published != was[p.ID].Published {
			if _, err := to.SetPublished(ctx, p.ID, p.Published); err != nil {
				return err
			}
		}
		tags := was[p.ID].Tags
		drop := slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return slices.Contains(p.Tags, t) })
		if len(drop) > 0 {
			if _, err := to.Untag(ctx, p.ID, drop...); err != nil {
				return err
			}
		}
		if !slices.Equal(tags, p.Tags) && len(p.Tags) > 0 {
			if _, err := to.Tag(ctx, p.ID, p.Tags...); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyNodes enters the nodes; those that are gone stay, and are not asked for
// anything.
func copyNodes(ctx context.Context, from, to Store) error {
	source, ok := from.(Nodes)
	target, too := to.(Nodes)
	if !ok || !too {
		return nil
	}
	list, err := source.ListNodes(ctx)
	for _, n := range list {
		err = errors.Join(err, target.NodeSeen(ctx, n))
	}
	return err
}
