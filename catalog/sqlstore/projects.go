package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"codegraph/catalog"
	"codegraph/catalog/lookup"
)

// record is a row of the table project.
type record struct {
	catalog.Project
	number    int64
	renamed   bool
	manifests string
	links     string
}

func (r *record) scan(rows *row) error {
	p := &r.Project
	var languages string
	err := rows.Scan(&r.number, &p.ID, &p.Node, &p.Root, &p.Name, &r.renamed, &p.Base, &p.Remote, &p.Head, &p.Repository,
		&p.CopiedFrom, &p.Kind, &p.State, &languages, &p.Files, &p.Items, &p.SchemaVersion, &p.ExtractorVersion,
		&p.LastIndexed, &p.LastSeen,
		&p.Published.Node, &p.Published.Base, &p.Published.By, &p.Published.Hash, &p.Published.At, &p.Published.Indexed, &r.manifests, &r.links)
	if err != nil || languages == "" {
		return err
	}
	if err := json.Unmarshal([]byte(languages), &p.Languages); err != nil {
		return fmt.Errorf("languages of %s: %w: %w", p.ID, catalog.ErrCorrupt, err)
	}
	return nil
}

// values are the parameters of insert_project and update_project.
func (r *record) values() []any {
	p := &r.Project
	languages := ""
	if len(p.Languages) > 0 {
		b, err := json.Marshal(p.Languages)
		if err != nil {
			panic(fmt.Sprintf("sqlstore: %v", err)) // numbers by text always have a JSON form
		}
		languages = string(b)
	}
	return []any{string(p.ID), p.Node, p.Root, p.Name, bit(r.renamed), p.Base, p.Remote, p.Head, p.Repository,
		string(p.CopiedFrom), string(p.Kind), string(p.State), languages, p.Files, p.Items, p.SchemaVersion, p.ExtractorVersion,
		p.LastIndexed, p.LastSeen, r.manifests, r.links}
}

// bit is how a truth is stored.
func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// project returns the row of a statement that selects one project; without its
// tags.
func (t *tx) project(name string, args ...any) (r record, ok bool, err error) {
	err = t.each(name, args, func(rows *row) error {
		ok = true
		return r.scan(rows)
	})
	return r, ok, err
}

// mustProject is for methods that take the id of an entry.
func (t *tx) mustProject(id catalog.ProjectID) (record, error) {
	r, ok, err := t.project("project_by_id", string(id))
	if err == nil && !ok {
		err = &catalog.NotFoundError{What: "project", Name: string(id)}
	}
	return r, err
}

// projectCache keeps the list of all projects as long as none changes.
type projectCache struct {
	mu            sync.Mutex
	version, seen int64             // counters that the list belongs to
	list          []catalog.Project // not changed once it is here; nil if nothing is kept
}

// forget empties the cache: after a lost connection, the data may differ.
func (c *projectCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = nil
}

// selectProjects returns the projects that q selects, in order.
func (s *database) selectProjects(t *tx, q catalog.Query) ([]catalog.Project, error) {
	var all []catalog.Project
	var err error
	if q.IDs != nil {
		all, err = t.readProjects("projects_by_id", list(q.IDs))
		q.IDs = nil
	} else {
		all, err = s.allProjects(t)
	}
	if err != nil {
		return nil, err
	}
	var out []catalog.Project
	for i := range all {
		if q.Accepts(all[i]) {
			if out == nil {
				out = make([]catalog.Project, 0, len(all)-i)
			}
			out = append(out, all[i])
		}
	}
	return out, nil
}

// allProjects returns all projects in order.
func (s *database) allProjects(t *tx) ([]catalog.Project, error) {
	c, err := t.counters()
	if err != nil {
		return nil, err
	}
	cache := &s.cachedProjects
	cache.mu.Lock()
	defer cache.mu.Unlock()
	if cache.list != nil && cache.version == c.version && cache.seen == c.seen {
		return cache.list, nil
	}
	list, err := t.readProjects("projects")
	if err != nil {
		return nil, err
	}
	cache.version, cache.seen, cache.list = c.version, c.seen, list
	return list, nil
}

// readProjects returns the projects that a statement selects, with tags, in order.
func (t *tx) readProjects(name string, args ...any) ([]catalog.Project, error) {
	var records []record
	err := t.each(name, args, func(rows *row) error {
		records = append(records, record{})
		return records[len(records)-1].scan(rows)
	})
	if err != nil || len(records) == 0 {
		return nil, err
	}
	tags, err := t.tags(records)
	if err != nil {
		return nil, err
	}
	out := make([]catalog.Project, len(records))
	for i := range records {
		out[i] = records[i].Project
		out[i].Tags = tags[records[i].number]
	}
	slices.SortFunc(out, catalog.Compare)
	return out, nil
}

// fewProjects is up to how many projects' tags are read one by one.
const fewProjects = 16

// tags returns the tags of the projects, sorted, by their numbers.
func (t *tx) tags(of []record) (map[int64][]string, error) {
	tags := map[int64][]string{}
	if len(of) <= fewProjects {
		for _, r := range of {
			list, err := t.tagsOf(r.number)
			if err != nil {
				return nil, err
			}
			tags[r.number] = list
		}
		return tags, nil
	}
	err := t.each("tags", nil, func(rows *row) error {
		var number int64
		var tag string
		if err := rows.Scan(&number, &tag); err != nil {
			return err
		}
		tags[number] = append(tags[number], tag)
		return nil
	})
	for _, list := range tags {
		slices.Sort(list)
	}
	return tags, err
}

func (t *tx) tagsOf(number int64) (tags []string, err error) {
	err = t.each("tags_of", []any{number}, func(rows *row) error {
		var tag string
		if err := rows.Scan(&tag); err != nil {
			return err
		}
		tags = append(tags, tag)
		return nil
	})
	slices.Sort(tags)
	return tags, err
}

// Projects implements catalog.Store.
func (s projects) Projects(ctx context.Context, q catalog.Query) (out []catalog.Project, err error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	err = s.view(ctx, "list projects of", func(t *tx) (err error) {
		out, err = s.selectProjects(t, q)
		return err
	})
	return out, err
}

// Find implements catalog.Store.
func (s projects) Find(ctx context.Context, name, node string) (p catalog.Project, err error) {
	err = s.view(ctx, "find a project in", func(t *tx) error {
		// Most callers look for an id or a root, which have indexes.
		few, err := s.selectProjects(t, catalog.Query{IDs: []catalog.ProjectID{catalog.ProjectID(name)}})
		if err != nil {
			return err
		}
		if len(few) == 0 {
			r, ok, err := t.project("project_at", node, name)
			if err != nil {
				return err
			}
			if ok {
				r.Tags, err = t.tagsOf(r.number)
				p = r.Project
				return err
			}
			if few, err = s.selectProjects(t, catalog.Query{}); err != nil {
				return err
			}
		}
		p, err = lookup.Pick(few, name, node)
		return err
	})
	return p, err
}

const day = 24 * 60 * 60 // seconds

// Seen implements catalog.Store.
func (s projects) Seen(ctx context.Context, at int64, ids ...catalog.ProjectID) error {
	return s.attempt(ctx, "note what was seen in", func(t *tx) error {
		noted := false
		for _, id := range ids {
			r, ok, err := t.project("project_by_id", string(id))
			if err != nil {
				return err
			}
			if !ok || at-r.LastSeen < day {
				continue
			}
			if err := t.exec("set_seen", string(id), at); err != nil {
				return err
			}
			noted = true
		}
		if !noted {
			return nil
		}
		err := t.exec("bump_seen")
		return err
	})
}

// SetState implements catalog.Store.
func (s projects) SetState(ctx context.Context, state catalog.State, ids ...catalog.ProjectID) (changed int, err error) {
	_, err = s.change(ctx, "change the state of projects in", func(t *tx) (bool, error) {
		changed = 0
		for _, id := range ids {
			r, ok, err := t.project("project_by_id", string(id))
			if err != nil {
				return false, err
			}
			if !ok || r.State == state {
				continue
			}
			if err := t.exec("set_state", string(id), string(state)); err != nil {
				return false, err
			}
			changed++
		}
		return changed > 0, t.bumpManifests(changed > 0)
	})
	if err != nil {
		return 0, err
	}
	return changed, nil
}

// SetPublished implements catalog.Store.
func (s projects) SetPublished(ctx context.Context, id catalog.ProjectID, p catalog.Published) (bool, error) {
	return s.change(ctx, "note a published base in", func(t *tx) (bool, error) {
		r, err := t.mustProject(id)
		if err != nil || r.Published == p {
			return false, err
		}
		err = t.exec("set_published", string(id), p.Node, p.Base, p.By, p.Hash, p.At, p.Indexed)
		return true, err
	})
}

// bumpManifests says that derived links may be others now.
func (t *tx) bumpManifests(changed bool) error {
	if !changed {
		return nil
	}
	err := t.exec("bump_manifests")
	return err
}

// Rename implements catalog.Store.
func (s projects) Rename(ctx context.Context, id catalog.ProjectID, name string) (bool, error) {
	return s.change(ctx, "rename a project in", func(t *tx) (bool, error) {
		r, err := t.mustProject(id)
		if err != nil {
			return false, err
		}
		shown, renamed := name, name != ""
		if !renamed {
			shown = r.Name
		}
		if r.renamed == renamed && r.Name == shown {
			return false, nil
		}
		err = t.exec("set_name", string(id), shown, bit(renamed))
		return true, err
	})
}

// Forget implements catalog.Store.
func (s projects) Forget(ctx context.Context, ids ...catalog.ProjectID) (forgotten int, err error) {
	_, err = s.change(ctx, "forget projects of", func(t *tx) (bool, error) {
		forgotten = 0
		for _, id := range ids {
			r, ok, err := t.project("project_by_id", string(id))
			if err != nil {
				return false, err
			}
			if !ok {
				continue
			}
			if err := t.remove(r.number); err != nil {
				return false, err
			}
			forgotten++
		}
		return forgotten > 0, t.bumpManifests(forgotten > 0)
	})
	if err != nil {
		return 0, err
	}
	return forgotten, nil
}

// remove deletes a project and all that hangs on it.
func (t *tx) remove(number int64) error {
	if err := t.dropFilter(number); err != nil {
		return err
	}
	err := t.exec("delete_project", number)
	return err
}
