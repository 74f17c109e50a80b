package sqlstore

import (
	"path/filepath"
	"strings"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/restrict"
	"codegraph/catalog/termfilter"
)

func TestTokens(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		catalogtest.RunTokens(t, func(t *testing.T) catalog.Tokens { return mustOpen(t, filepath.Join(t.TempDir(), "catalog.db")) })
	})
	t.Run("postgres", func(t *testing.T) {
		catalogtest.RunTokens(t, func(t *testing.T) catalog.Tokens { return mustOpenPostgres(t, catalogtest.Postgres(t)) })
	})
}

func TestAudit(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		catalogtest.RunAudit(t, func(t *testing.T) catalog.Audit { return mustOpen(t, filepath.Join(t.TempDir(), "catalog.db")) })
	})
	t.Run("postgres", func(t *testing.T) {
		catalogtest.RunAudit(t, func(t *testing.T) catalog.Audit { return mustOpenPostgres(t, catalogtest.Postgres(t)) })
	})
}

// TestRestrict checks that hidden projects do not exist in any method.
func TestRestrict(t *testing.T) {
	ctx := t.Context()
	all := mustOpen(t, filepath.Join(t.TempDir(), "catalog.db"))
	for _, id := range []string{"open", "secret"} {
		e := entry(id)
		e.Packages = []catalog.Package{{Ecosystem: "go", Key: id}}
		e.Requirements = []catalog.Requirement{{Ecosystem: "go", Key: "any"}}
		e.Project.State = catalog.StateIndexed
		if _, err := all.Enter(ctx, e); err != nil {
			t.Fatal(err)
		}
		if _, err := all.Tag(ctx, catalog.ProjectID(id), "tag-of-"+id); err != nil {
			t.Fatal(err)
		}
	}
	m, err := all.Manifests(ctx)
	if err != nil {
		t.Fatal(err)
	}
	link := catalog.Link{From: "open", To: "secret", Origin: catalog.Derived, Tier: catalog.TierName}
	if _, err := all.ReplaceLinks(ctx, m.Revision, []catalog.Link{link}); err != nil {
		t.Fatal(err)
	}
	version, err := all.Version(ctx)
	if err != nil {
		t.Fatal(err)
	}
	token := catalog.Token{Projects: []string{"op*"}}
	s := restrict.To(all, token.Sees)

	list, err := s.Projects(ctx, catalog.Query{})
	if err != nil || len(list) != 1 || list[0].ID != "open" {
		t.Errorf("Projects: %+v, %v", list, err)
	}
	tags, err := s.Tags(ctx)
	if err != nil || len(tags) != 1 || tags["tag-of-open"] != 1 {
		t.Errorf("Tags: %v, %v", tags, err)
	}
	part, err := s.Manifests(ctx)
	if err != nil || len(part.Projects) != 1 || len(part.Packages) != 1 || len(part.Requirements) != 1 {
		t.Errorf("Manifests: %+v, %v", part, err)
	}
	packages, err := s.Packages(ctx, catalog.PackageQuery{Ecosystem: "go", Keys: []string{"open", "secret"}})
	if err != nil || len(packages) != 1 {
		t.Errorf("Packages: %+v, %v", packages, err)
	}
	requirements, err := s.Requirements(ctx, catalog.PackageQuery{})
	if err != nil || len(requirements) != 1 {
		t.Errorf("Requirements: %+v, %v", requirements, err)
	}
	if links, err := s.Links(ctx, catalog.LinkQuery{}); err != nil || len(links) != 0 {
		t.Errorf("Links: %+v, %v", links, err)
	}
	present := map[catalog.ProjectID]catalog.Stamp{"open": {}, "secret": {}}
	c, err := s.Candidates(ctx, catalog.TermQuery{Mode: catalog.TermExact, Text: "x", Present: present})
	if err != nil || len(c.May)+len(c.Unknown) != 1 {
		t.Errorf("Candidates: %+v, %v", c, err)
	}

	// Each of these treats the hidden project like an unknown one.
	for name, try := range map[string]func(id string) error{
		"Find":    func(id string) error { _, err := s.Find(ctx, id, "here"); return err },
		"Find at": func(id string) error { _, err := s.Find(ctx, "/src/"+id, "here"); return err },
		"Tag":     func(id string) error { _, err := s.Tag(ctx, catalog.ProjectID(id), "x"); return err },
		"Untag":   func(id string) error { _, err := s.Untag(ctx, catalog.ProjectID(id), "tag-of-"+id); return err },
		"Rename":  func(id string) error { _, err := s.Rename(ctx, catalog.ProjectID(id), "open2"); return err },
		"Enter":   func(id string) error { _, err := s.Enter(ctx, entry(id)); return err },
		"Forget":  func(id string) error { _, err := s.Forget(ctx, catalog.ProjectID(id)); return err },
		"SetState": func(id string) error {
			_, err := s.SetState(ctx, catalog.StateMissing, catalog.ProjectID(id))
			return err
		},
		"Seen":    func(id string) error { return s.Seen(ctx, 1<<40, catalog.ProjectID(id)) },
		"Restamp": func(id string) error { _, err := s.Restamp(ctx, catalog.ProjectID(id), catalog.Stamp{}); return err },
		"PutFilter": func(id string) error {
			return s.PutFilter(ctx, catalog.ProjectID(id), catalog.Stamp{}, termfilter.Filter{})
		},
	} {
		hidden, unknown := try("secret"), try("sekret")
		if said(hidden, "secret") != said(unknown, "sekret") {
			t.Errorf("%s tells them apart: %v; %v", name, hidden, unknown)
		}
	}
	if changed, err := s.ReplaceLinks(ctx, m.Revision, nil); err != nil || changed {
		t.Errorf("ReplaceLinks: %v, %v", changed, err)
	}
	if _, err := s.Rename(ctx, "open", "hidden"); err == nil {
		t.Error("a project was renamed out of sight")
	}
	if now, err := all.Version(ctx); err != nil || now != version {
		t.Errorf("something was written: %v", err)
	}
}

// said returns an error's text with the name that was asked for left out.
func said(err error, name string) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(err.Error(), name, "NAME")
}
