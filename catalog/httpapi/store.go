package httpapi

import (
	"context"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

var _ catalog.Store = (*Client)(nil)

// list returns nil for an empty list, as the contract requires.
func list[T any](l []T) []T {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Enter implements catalog.Store.
func (c projects) Enter(ctx context.Context, e catalog.Entry) (bool, error) {
	changed, err := c.EnterAll(ctx, []catalog.Entry{e})
	return err == nil && changed[0], err
}

// EnterAll implements catalog.Store. It splits lists larger than maxRequest; each
// request is one transaction.
func (c projects) EnterAll(ctx context.Context, all []catalog.Entry) ([]bool, error) {
	changed := make([]bool, 0, len(all))
	err := inParts(all, func(part []catalog.Entry) error {
		var out eachChanged
		if err := c.call(ctx, "enter", entries{part}, &out); err != nil {
			return err
		}
		if len(out.Changed) != len(part) {
			return c.malformed("enter")
		}
		changed = append(changed, out.Changed...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// Projects implements catalog.Store.
func (c projects) Projects(ctx context.Context, q catalog.Query) ([]catalog.Project, error) {
	var out projectList
	err := c.call(ctx, "projects", q, &out)
	return list(out.Projects), err
}

// Find implements catalog.Store.
func (c projects) Find(ctx context.Context, name, node string) (catalog.Project, error) {
	var out project
	err := c.call(ctx, "find", findIn{name, node}, &out)
	return out.Project, err
}

// Seen implements catalog.Store.
func (c projects) Seen(ctx context.Context, at int64, ids ...catalog.ProjectID) error {
	return c.call(ctx, "seen", seenIn{at, ids}, &none{})
}

// SetState implements catalog.Store.
func (c projects) SetState(ctx context.Context, s catalog.State, ids ...catalog.ProjectID) (int, error) {
	var out number
	err := c.call(ctx, "set_state", stateIn{s, ids}, &out)
	return out.Changed, err
}

// Tag implements catalog.Store.
func (c projects) Tag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	var out change
	err := c.call(ctx, "tag", tagsIn{id, tags}, &out)
	return out.Changed, err
}

// Untag implements catalog.Store.
func (c projects) Untag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	var out change
	err := c.call(ctx, "untag", tagsIn{id, tags}, &out)
	return out.Changed, err
}

// Tags implements catalog.Store.
func (c projects) Tags(ctx context.Context) (map[string]int, error) {
	out := tagCounts{map[string]int{}}
	err := c.call(ctx, "tags", none{}, &out)
	return out.Tags, err
}

// Rename implements catalog.Store.
func (c projects) Rename(ctx context.Context, id catalog.ProjectID, name string) (bool, error) {
	var out change
	err := c.call(ctx, "rename", renameIn{id, name}, &out)
	return out.Changed, err
}

// SetPublished implements catalog.Store.
func (c projects) SetPublished(ctx context.Context, id catalog.ProjectID, p catalog.Published) (bool, error) {
	var out change
	err := c.call(ctx, "set_published", publishedIn{id, p}, &out)
	return out.Changed, err
}

// Forget implements catalog.Store.
func (c projects) Forget(ctx context.Context, ids ...catalog.ProjectID) (int, error) {
	var out number
	err := c.call(ctx, "forget", idsIn{ids}, &out)
	return out.Changed, err
}

// Manifests implements catalog.Store.
func (c links) Manifests(ctx context.Context) (catalog.Manifests, error) {
	var out catalog.Manifests
	err := c.call(ctx, "manifests", none{}, &out)
	return out, err
}

// Packages implements catalog.Store.
func (c links) Packages(ctx context.Context, q catalog.PackageQuery) ([]catalog.Package, error) {
	var out packageList
	err := c.call(ctx, "packages", q, &out)
	return list(out.Packages), err
}

// Requirements implements catalog.Store.
func (c links) Requirements(ctx context.Context, q catalog.PackageQuery) ([]catalog.Requirement, error) {
	var out requirementList
	err := c.call(ctx, "requirements", q, &out)
	return list(out.Requirements), err
}

// ReplaceLinks implements catalog.Store.
func (c links) ReplaceLinks(ctx context.Context, revision int64, links []catalog.Link) (bool, error) {
	var out change
	err := c.call(ctx, "replace_links", linksIn{revision, links}, &out)
	return out.Changed, err
}

// Links implements catalog.Store.
func (c links) Links(ctx context.Context, q catalog.LinkQuery) ([]catalog.Link, error) {
	var out linkList
	err := c.call(ctx, "links", q, &out)
	return list(out.Links), err
}

// Version implements catalog.Store.
func (c *Client) Version(ctx context.Context) (int64, error) {
	var out version
	err := c.call(ctx, "version", none{}, &out)
	return out.Version, err
}

// PutFilter implements catalog.Store.
func (c filters) PutFilter(ctx context.Context, id catalog.ProjectID, s catalog.Stamp, f termfilter.Filter) error {
	return c.call(ctx, "put_filter", catalog.KeptFilter{Project: id, Stamp: s, Filter: f}, &none{})
}

// PutFilters implements catalog.Store. It splits lists larger than maxRequest.
func (c filters) PutFilters(ctx context.Context, all []catalog.KeptFilter) error {
	return inParts(all, func(part []catalog.KeptFilter) error {
		return c.call(ctx, "put_filters", filtersIn{part}, &none{})
	})
}

// Restamp implements catalog.Store.
func (c filters) Restamp(ctx context.Context, id catalog.ProjectID, s catalog.Stamp) (bool, error) {
	var out kept
	err := c.call(ctx, "restamp", restampIn{id, s}, &out)
	return out.Kept, err
}

// Candidates implements catalog.Store.
func (c filters) Candidates(ctx context.Context, a catalog.TermQuery) (catalog.Candidates, error) {
	var out catalog.Candidates
	err := c.call(ctx, "candidates", a, &out)
	return out, err
}

// Service implements catalog.Store: the service derives links itself.
func (c *Client) Service() catalog.Service { return catalog.Service{DerivesLinks: true} }

// Rest implements catalog.Store.
func (c *Client) Rest() {
	c.http.CloseIdleConnections()
	c.slow.CloseIdleConnections()
}

// Close implements catalog.Store.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	c.slow.CloseIdleConnections()
	return nil
}
