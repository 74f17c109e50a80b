package sqlstore

import (
	"context"
	"slices"

	"codegraph/catalog"
)

// Manifests implements catalog.Store.
func (s links) Manifests(ctx context.Context) (m catalog.Manifests, err error) {
	err = s.view(ctx, "read manifests of", func(t *tx) error {
		c, err := t.counters()
		if err != nil {
			return err
		}
		m = catalog.Manifests{Revision: c.manifests, LinksOf: c.linksOf}
		if m.Projects, err = s.selectProjects(t, catalog.Query{}); err != nil {
			return err
		}
		if m.Packages, err = readPackages(t, catalog.PackageQuery{}); err != nil {
			return err
		}
		m.Requirements, err = readRequirements(t, catalog.PackageQuery{})
		return err
	})
	return m, err
}

// narrow returns the statement and parameters for a query of a table: packages or
// requirements.
func narrow(table string, q catalog.PackageQuery) (name string, args []any) {
	switch {
	case q.Keys != nil:
		return table + "_by_key", []any{q.Ecosystem, list(q.Keys)}
	case q.Projects != nil:
		return table + "_of", []any{list(q.Projects)}
	}
	return table, nil
}

// accepts applies the conditions that the statement of narrow lacks.
func accepts(q catalog.PackageQuery, ecosystem string, id catalog.ProjectID) bool {
	return (q.Ecosystem == "" || q.Ecosystem == ecosystem) && (q.Projects == nil || slices.Contains(q.Projects, id))
}

func readPackages(t *tx, q catalog.PackageQuery) (out []catalog.Package, err error) {
	name, args := narrow("packages", q)
	err = t.each(name, args, func(rows *row) error {
		var p catalog.Package
		if err := rows.Scan(&p.Project, &p.Ecosystem, &p.Name, &p.Key, &p.Version, &p.Dir, &p.File, &p.Line); err != nil {
			return err
		}
		if accepts(q, p.Ecosystem, p.Project) {
			out = append(out, p)
		}
		return nil
	})
	slices.SortFunc(out, catalog.ComparePackages)
	return out, err
}

func readRequirements(t *tx, q catalog.PackageQuery) (out []catalog.Requirement, err error) {
	name, args := narrow("requirements", q)
	err = t.each(name, args, func(rows *row) error {
		var r catalog.Requirement
		err := rows.Scan(&r.Project, &r.Ecosystem, &r.Name, &r.Key, &r.Alias, &r.Version, &r.Dev, &r.Optional, &r.Indirect,
			&r.Workspace, &r.Local, &r.File, &r.Line, &r.Entry)
		if err != nil {
			return err
		}
		if accepts(q, r.Ecosystem, r.Project) {
			out = append(out, r)
		}
		return nil
	})
	slices.SortFunc(out, catalog.CompareRequirements)
	return out, err
}

// Packages implements catalog.Store.
func (s links) Packages(ctx context.Context, q catalog.PackageQuery) (out []catalog.Package, err error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	err = s.view(ctx, "list packages of", func(t *tx) (err error) {
		out, err = readPackages(t, q)
		return err
	})
	return out, err
}

// Requirements implements catalog.Store.
func (s links) Requirements(ctx context.Context, q catalog.PackageQuery) (out []catalog.Requirement, err error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	err = s.view(ctx, "list requirements of", func(t *tx) (err error) {
		out, err = readRequirements(t, q)
		return err
	})
	return out, err
}
