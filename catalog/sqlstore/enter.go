package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"codegraph/catalog"
)

// Enter implements catalog.Store.
func (s projects) Enter(ctx context.Context, e catalog.Entry) (bool, error) {
	changed, err := s.EnterAll(ctx, []catalog.Entry{e})
	return err == nil && changed[0], err
}

// entering is an entry with its comparable record.
type entering struct {
	catalog.Entry
	manifests, links string
}

// EnterAll implements catalog.Store.
func (s projects) EnterAll(ctx context.Context, entries []catalog.Entry) ([]bool, error) {
	list := make([]entering, len(entries))
	for i, e := range entries {
		if err := e.Check(); err != nil {
			return nil, err
		}
		e = e.Sets()
		list[i] = entering{e, digest(e.Packages, e.Requirements), digest(e.Links)}
	}
	changed := make([]bool, len(entries))
	_, err := s.change(ctx, "enter projects in", func(t *tx) (bool, error) {
		any := false
		for i, e := range list {
			var err error
			if changed[i], err = t.enter(e); err != nil {
				return false, err
			}
			any = any || changed[i]
		}
		return any, nil
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

func (t *tx) enter(e entering) (changed bool, err error) {
	old, known, err := t.project("project_by_id", string(e.Project.ID))
	if err != nil {
		return false, err
	}
	entry := record{Project: e.Project, number: old.number, renamed: old.renamed, manifests: e.manifests, links: e.links}
	entry.Tags = nil
	if old.renamed {
		entry.Name = old.Name
	}
	if known && same(old, entry) {
		return false, nil
	}
	heir, err := t.displace(&entry)
	if err != nil {
		return false, err
	}
	if err := t.writeProject(&entry, known); err != nil {
		return false, err
	}
	if _, err := t.addTags(entry.number, heir); err != nil {
		return false, err
	}
	if err := t.writeLists(e.Entry, old, entry); err != nil {
		return false, err
	}
	return true, t.bumpManifests(old.manifests != e.manifests || !linksAlike(old.Project, entry.Project))
}

// same reports whether an entry changes nothing.
func same(old, entry record) bool {
	a, b := old.Project, entry.Project
	languages := maps.Equal(a.Languages, b.Languages)
	a.LastSeen, b.LastSeen, a.Languages, b.Languages, a.Tags, b.Tags = 0, 0, nil, nil, nil, nil
	x, y := record{Project: a}, record{Project: b}
	return languages && slices.Equal(x.values(), y.values()) && old.manifests == entry.manifests && old.links == entry.links
}

// linksAlike reports whether two states of an entry give the same links, apart from
// their manifests.
func linksAlike(a, b catalog.Project) bool {
	return a.Place == b.Place && a.Name == b.Name && a.State == b.State && a.Kind == b.Kind && a.Repository == b.Repository &&
		a.CopiedFrom == b.CopiedFrom
}

// displace removes another project with entry's machine and root directory, and
// returns its tags. If a user had renamed that project, entry inherits the name.
func (t *tx) displace(entry *record) (tags []string, err error) {
	old, ok, err := t.project("project_at", entry.Node, entry.Root)
	if err != nil || !ok || old.ID == entry.ID {
		return nil, err
	}
	if old.renamed && !entry.renamed {
		entry.Name, entry.renamed = old.Name, true
	}
	if tags, err = t.tagsOf(old.number); err != nil {
		return nil, err
	}
	return tags, t.remove(old.number)
}

// writeProject writes the row of a project, and notes its number if it is new.
func (t *tx) writeProject(r *record, known bool) (err error) {
	if known {
		err = t.exec("update_project", r.values()...)
		return err
	}
	r.number, err = t.insert("insert_project", r.values()...)
	return err
}

// writeLists writes the lists of an entry that have changed.
func (t *tx) writeLists(e catalog.Entry, old, entry record) error {
	if old.manifests != entry.manifests {
		if err := t.writePackages(entry.number, e.Packages); err != nil {
			return err
		}
		if err := t.writeRequirements(entry.number, e.Requirements); err != nil {
			return err
		}
	}
	if old.links == entry.links {
		return nil
	}
	if err := t.exec("delete_manual_links", entry.number); err != nil {
		return err
	}
	for _, l := range e.Links {
		if err := t.later("insert_manual_link", entry.number, l.Root, string(l.To), l.Name); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) writePackages(number int64, packages []catalog.Package) error {
	if err := t.exec("delete_packages", number); err != nil {
		return err
	}
	for _, p := range packages {
		err := t.later("insert_package", number, p.Ecosystem, p.Name, p.Key, p.Version, p.Dir, p.File, p.Line)
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) writeRequirements(number int64, requirements []catalog.Requirement) error {
	if err := t.exec("delete_requirements", number); err != nil {
		return err
	}
	for _, r := range requirements {
		err := t.later("insert_requirement", number, r.Ecosystem, r.Name, r.Key, r.Alias, r.Version, bit(r.Dev),
			bit(r.Optional), bit(r.Indirect), bit(r.Workspace), r.Local, r.File, r.Line, r.Entry)
		if err != nil {
			return err
		}
	}
	return nil
}

// digest returns a hash of lists. Comparing hashes means that an unchanged entry needs
// one row read, not its lists.
func digest(lists ...any) string {
	b, err := json.Marshal(lists)
	if err != nil {
		panic(fmt.Sprintf("sqlstore: %v", err)) // the types of package catalog always have a JSON form
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
