package overlay

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"codegraph/catalog"
)

// refuses reports whether an error means that the service does not take a project.
// A project outside the token's rights does not exist for the token.
func refuses(err error) bool {
	return errors.Is(err, catalog.ErrNotAllowed) || errors.Is(err, catalog.ErrReadOnly) || errors.Is(err, catalog.ErrNotFound)
}

// refuse remembers entries that the service does not take.
func (c *connection) refuse(why error, entries []catalog.Entry) {
	c.mu.Lock()
	for _, e := range entries {
		c.refused[e.Project.ID] = true
	}
	c.mu.Unlock()
	c.warn(fmt.Errorf("%s does not take projects of this machine, so only this machine can query them: %w", c.o.Host, why))
}

// sync enters at the service all projects of this machine whose entries differ
// there. An error means that the service failed; a refusal is no error.
func (c *connection) sync(ctx context.Context) error {
	known, err := c.o.Shared.Projects(ctx, catalog.Query{Node: c.o.Node})
	if err != nil {
		return err
	}
	own, err := c.o.Own.Projects(ctx, catalog.Query{Node: c.o.Node})
	if err != nil {
		c.warn(fmt.Errorf("read the catalog of this machine: %w", err))
		return nil
	}
	var entries []catalog.Entry
	for _, p := range own {
		if slices.ContainsFunc(known, func(k catalog.Project) bool { return sameFacts(k, p) }) {
			continue
		}
		e, err := c.entry(ctx, p)
		if err != nil {
			c.warn(fmt.Errorf("read the catalog of this machine: %w", err))
			return nil
		}
		entries = append(entries, e)
	}
	if err := c.send(ctx, entries); err != nil {
		return err
	}
	c.mu.Lock()
	c.synced = true
	c.mu.Unlock()
	return nil
}

// send enters projects at the service: all at once, or one by one if the service
// refuses some of them.
func (c *connection) send(ctx context.Context, entries []catalog.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	_, err := c.o.Shared.EnterAll(ctx, entries)
	if !refuses(err) {
		return err
	}
	if errors.Is(err, catalog.ErrNotAllowed) || len(entries) == 1 {
		c.refuse(err, entries)
		return nil
	}
	for i := range entries {
		if err := c.send(ctx, entries[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// sameFacts compares the facts that this machine knows about a project. Names and
// tags are set by users at the service.
func sameFacts(known, own catalog.Project) bool {
	return known.ID == own.ID && known.Place == own.Place && known.Base == own.Base && known.State == own.State && known.Head == own.Head &&
		known.LastIndexed == own.LastIndexed && known.Files == own.Files && known.Items == own.Items && known.Repository == own.Repository &&
		known.Remote == own.Remote && known.SchemaVersion == own.SchemaVersion && known.ExtractorVersion == own.ExtractorVersion
}

// entry returns the entry of a project in the machine's own catalog.
func (c *connection) entry(ctx context.Context, p catalog.Project) (catalog.Entry, error) {
	e := catalog.Entry{Project: p}
	var err error
	if e.Packages, err = c.o.Own.Packages(ctx, catalog.PackageQuery{Projects: []catalog.ProjectID{p.ID}}); err != nil {
		return e, err
	}
	if e.Requirements, err = c.o.Own.Requirements(ctx, catalog.PackageQuery{Projects: []catalog.ProjectID{p.ID}}); err != nil {
		return e, err
	}
	links, err := c.o.Own.Links(ctx, catalog.LinkQuery{From: []catalog.ProjectID{p.ID}, Origin: catalog.ByHand})
	for _, l := range links {
		e.Links = append(e.Links, catalog.ManualLink{Root: l.Root, To: l.To, Name: l.Name})
	}
	return e, err
}
