package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"codegraph/catalog"
)

// ReplaceLinks implements catalog.Store.
func (s links) ReplaceLinks(ctx context.Context, revision int64, links []catalog.Link) (bool, error) {
	links, err := catalog.CheckLinks(links)
	if err != nil {
		return false, err
	}
	byProject := map[catalog.ProjectID][]catalog.Link{}
	for _, l := range links {
		byProject[l.From] = append(byProject[l.From], l)
	}
	return s.change(ctx, "replace links in", func(t *tx) (bool, error) {
		c, err := t.counters()
		if err != nil {
			return false, err
		}
		if c.manifests != revision {
			return false, fmt.Errorf("replace links: the manifests are %w: derive the links anew", catalog.ErrStale)
		}
		changed, err := replaceDerived(t, byProject)
		if err != nil || c.linksOf == revision {
			return changed, err
		}
		err = t.exec("set_links_of", revision)
		return changed, err
	})
}

// replaceDerived replaces the derived links of projects whose links have changed.
func replaceDerived(t *tx, want map[catalog.ProjectID][]catalog.Link) (changed bool, err error) {
	all, err := derivedLinks(t, catalog.LinkQuery{})
	if err != nil {
		return false, err
	}
	have := map[catalog.ProjectID][]catalog.Link{}
	for _, l := range all {
		have[l.From] = append(have[l.From], l)
		if _, ok := want[l.From]; !ok {
			want[l.From] = nil
		}
	}
	numbers := map[catalog.ProjectID]int64{}
	for from, links := range want {
		slices.SortFunc(have[from], catalog.CompareLinks)
		if slices.Equal(have[from], links) {
			continue
		}
		changed = true
		if err := writeLinks(t, from, links, numbers); err != nil {
			return false, err
		}
	}
	return changed, nil
}

// writeLinks replaces the links of one project. numbers caches the numbers of
// projects.
func writeLinks(t *tx, from catalog.ProjectID, links []catalog.Link, numbers map[catalog.ProjectID]int64) error {
	if err := projectNumber(t, from, numbers); err != nil {
		return err
	}
	for _, l := range links {
		if err := projectNumber(t, l.To, numbers); err != nil {
			return err
		}
	}
	if err := t.exec("delete_links_from", numbers[from]); err != nil {
		return err
	}
	for _, l := range links {
		err := t.later("insert_link", numbers[from], numbers[l.To], string(l.Tier), l.Ecosystem, l.Package, l.Required, l.Found,
			bit(l.Dev), bit(l.Optional), l.File, l.Line, l.Entry, l.Via)
		if err != nil {
			return err
		}
	}
	return nil
}

// projectNumber adds the number of a project at either end of a link to numbers.
func projectNumber(t *tx, id catalog.ProjectID, numbers map[catalog.ProjectID]int64) error {
	if _, ok := numbers[id]; ok {
		return nil
	}
	var number int64
	ok, err := t.one("number", []any{string(id)}, &number)
	if err == nil && !ok {
		err = fmt.Errorf("%w: a link from or to %q, which is not in the catalog", catalog.ErrUsage, id)
	}
	numbers[id] = number
	return err
}

// derivedLinks returns the derived links that q selects, unsorted.
func derivedLinks(t *tx, q catalog.LinkQuery) (out []catalog.Link, err error) {
	name, args := "links", []any(nil)
	switch {
	case q.From != nil:
		name, args = "links_from", []any{list(q.From)}
	case q.To != nil:
		name, args = "links_to", []any{list(q.To)}
	}
	err = t.each(name, args, func(rows *row) error {
		l := catalog.Link{Origin: catalog.Derived}
		err := rows.Scan(&l.From, &l.To, &l.Tier, &l.Ecosystem, &l.Package, &l.Required, &l.Found, &l.Dev, &l.Optional, &l.File,
			&l.Line, &l.Entry, &l.Via)
		if err == nil && q.Accepts(l) {
			out = append(out, l)
		}
		return err
	})
	return out, err
}

// manualLinks returns the manual links that q selects, unsorted. Users write only a
// few manual links.
func manualLinks(t *tx, q catalog.LinkQuery) (out []catalog.Link, err error) {
	err = t.each("manual_links", nil, func(rows *row) error {
		l := catalog.Link{Origin: catalog.ByHand, Tier: catalog.TierManual}
		err := rows.Scan(&l.From, &l.To, &l.Root, &l.Name)
		if err == nil && l.From != l.To && q.Accepts(l) {
			out = append(out, l)
		}
		return err
	})
	return out, err
}

// Links implements catalog.Store.
func (s links) Links(ctx context.Context, q catalog.LinkQuery) (out []catalog.Link, err error) {
	err = s.view(ctx, "list links of", func(t *tx) error {
		out = nil
		if q.Origin != catalog.ByHand {
			derived, err := derivedLinks(t, q)
			if err != nil {
				return err
			}
			out = derived
		}
		if q.Origin != catalog.Derived {
			manual, err := manualLinks(t, q)
			if err != nil {
				return err
			}
			out = append(out, manual...)
		}
		slices.SortFunc(out, catalog.CompareLinks)
		return nil
	})
	return out, err
}
