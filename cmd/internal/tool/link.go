package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/catalog/links"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
)

// LinkIn is what link takes.
type LinkIn struct {
	Path string `json:"path" jsonschema:"required" jsonschema_description:"The other project: path, name or id" cli:"arg"`
	Name string `json:"name,omitempty" jsonschema_description:"Name to show for it"`
	Common
}

// LinkOut is the answer of link.
type LinkOut struct {
	Success        bool   `json:"success"`
	DependencyID   int    `json:"dependency_id"` // position among the project's links by hand, from 1
	Name           string `json:"name"`
	Path           string `json:"path"`
	FilesAvailable int    `json:"files_available"`
	Created        bool   `json:"created"` // false if there was such a link already
}

// Link enters a dependency by hand.
func Link() *Spec {
	return define(Spec{
		Name: "link",
		Doc: `Say that this project depends on another, so that questions can follow
Use it where no manifest says so. Questions with the scope dependencies then ask the other project too.`,
		Hints: Hints{Idempotent: true},
		Verb:  Verb{Group: GroupHub, Example: "codegraph link ../lib-pyramid\ncodegraph link LibPyramid3D"},
	}, runLink, func(o *LinkOut, p *Page) {
		p.Line("linked to %s (%s, %s)", query.Shown(o.Name, 0), query.Shown(o.Path, 0), count(o.FilesAvailable, "file", "files"))
	})
}

func runLink(ctx context.Context, d *Desk, in LinkIn) (*LinkOut, error) {
	from, err := d.find(in.Project)
	if err != nil {
		return nil, err
	}
	other, err := d.other(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	if other.Root == from.Root {
		return nil, fmt.Errorf("%w: a project cannot be linked to itself", projectbase.ErrUsage)
	}
	created, err := d.Indexer.Link(ctx, from, index.Link{Root: other.Root, Name: in.Name, ProjectID: string(other.ID)}, d.Wait)
	if err != nil {
		return nil, err
	}
	if _, err := d.register(ctx, from.Root); err != nil {
		return nil, err
	}
	out := &LinkOut{Success: true, Name: cmp.Or(in.Name, other.Name), Path: other.Root, FilesAvailable: other.Files, Created: created}
	all, err := d.linksOf(ctx, from.Root)
	for _, l := range all {
		if l.Tier == catalog.TierManual {
			out.DependencyID++
			if l.Path == other.Root {
				break
			}
		}
	}
	return out, err
}

// other finds a project that is named by path, name or id; one that lies at a
// path is entered in the catalog if it is not there.
func (d *Desk) other(ctx context.Context, name string) (catalog.Project, error) {
	if name == "" {
		return catalog.Project{}, fmt.Errorf("%w: name the other project by its path or name", projectbase.ErrUsage)
	}
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		return catalog.Project{}, err
	}
	if dir, err := d.directory(name); err == nil {
		if root, ok := settings.FindRoot(dir, d.Locations); ok && root == dir {
			return d.register(ctx, dir)
		}
		if strings.ContainsAny(name, `/\`) || name == "." || name == ".." {
			return catalog.Project{}, notIndexed(dir, fmt.Sprintf("%s has no project base", dir))
		}
	}
	return store.Find(ctx, name, d.Hub.Node)
}

// UnlinkIn is what unlink takes.
type UnlinkIn struct {
	Path string `json:"path" jsonschema:"required" jsonschema_description:"The other project: path, name or id" cli:"arg"`
	Common
}

// UnlinkOut is the answer of unlink.
type UnlinkOut struct {
	Success bool   `json:"success"`
	Removed bool   `json:"removed"`
	Path    string `json:"path"`
	Hint    string `json:"hint,omitempty"`
}

// Unlink drops a link by hand.
func Unlink() *Spec {
	return define(Spec{
		Name:  "unlink",
		Doc:   "Drop a link to another project that was made by hand\nLinks that come from manifests stay as long as the manifests say so.",
		Hints: Hints{Idempotent: true, Destructive: true},
		Verb:  Verb{Group: GroupHub, Example: "codegraph unlink ../lib-pyramid"},
	}, runUnlink, func(o *UnlinkOut, p *Page) {
		if o.Removed {
			p.Line("unlinked %s", query.Shown(o.Path, 0))
		} else {
			p.Line("no link by hand to %s: %s", query.Shown(o.Path, 0), query.Shown(o.Hint, 0))
		}
	})
}

func runUnlink(ctx context.Context, d *Desk, in UnlinkIn) (*UnlinkOut, error) {
	from, err := d.find(in.Project)
	if err != nil {
		return nil, err
	}
	root, err := d.linkedRoot(ctx, from, in.Path)
	if err != nil {
		return nil, err
	}
	out := &UnlinkOut{Success: true, Path: root}
	if out.Removed, err = d.Indexer.Unlink(ctx, from, root, d.Wait); err != nil {
		return nil, err
	}
	if !out.Removed {
		out.Hint = "codegraph links lists those that there are"
		return out, nil
	}
	_, err = d.register(ctx, from.Root)
	return out, err
}

// linkedRoot returns the root that a link by hand leads to: one that is named as
// it is shown, else a path, which need not exist any more.
func (d *Desk) linkedRoot(ctx context.Context, from index.Project, name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("%w: name the other project by its path or name", projectbase.ErrUsage)
	}
	all, err := d.linksOf(ctx, from.Root)
	if err != nil {
		return "", err
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.Dir, path)
	}
	path = resolveParent(filepath.Clean(path))
	for _, l := range all {
		if l.Tier == catalog.TierManual && (l.Name == name || l.Path == path || string(l.ID) == name) {
			return l.Path, nil
		}
	}
	return path, nil
}

// LinksIn is what links takes.
type LinksIn struct {
	Common
}

// LinksOut is the answer of links.
type LinksOut struct {
	Links []LinkRow `json:"links"`
}

// LinkRow is a link from or to the project.
type LinkRow struct {
	ID              catalog.ProjectID `json:"id,omitempty"`
	Name            string            `json:"name"`
	Path            string            `json:"path"`
	Available       bool              `json:"available"`
	Files           int               `json:"files"`
	Direction       string            `json:"direction"` // dependency or dependent
	Tier            catalog.Tier      `json:"tier"`
	Evidence        string            `json:"evidence"` // file:line key package
	RequiredVersion string            `json:"required_version"`
	FoundVersion    string            `json:"found_version"`
	LastChecked     int64             `json:"last_checked"`
}

// Links lists the links of a project.
func Links() *Spec {
	return define(Spec{
		Name:  "links",
		Doc:   "List the projects that this one depends on and those that depend on it\nEach with the evidence: a line of a manifest, or that people said so.",
		Hints: Hints{ReadOnly: true, Idempotent: true},
		Verb:  Verb{Group: GroupHub, Example: "codegraph links --json"},
	}, runLinks, linksText)
}

func runLinks(ctx context.Context, d *Desk, in LinksIn) (*LinksOut, error) {
	p, err := d.find(in.Project)
	if err != nil {
		return nil, err
	}
	if _, _, err := d.here(ctx, in.Project); err != nil {
		return nil, err
	}
	rows, err := d.linksOf(ctx, p.Root)
	if err != nil {
		return nil, err
	}
	return &LinksOut{Links: rows}, nil
}

// linksOf lists the links from and to the project at root, dependencies first.
func (d *Desk) linksOf(ctx context.Context, root string) ([]LinkRow, error) {
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	rows := []LinkRow{}
	p, err := store.Find(ctx, root, d.Hub.Node)
	if errors.Is(err, catalog.ErrNotFound) {
		return rows, nil
	}
	if err != nil {
		return nil, err
	}
	projects, err := store.Projects(ctx, catalog.Query{})
	if err != nil {
		return nil, err
	}
	byID := map[catalog.ProjectID]catalog.Project{}
	for _, q := range projects {
		byID[q.ID] = q
	}
	for _, way := range []struct {
		direction string
		query     catalog.LinkQuery
		other     func(catalog.Link) catalog.ProjectID
	}{
		{"dependency", catalog.LinkQuery{From: []catalog.ProjectID{p.ID}}, func(l catalog.Link) catalog.ProjectID { return l.To }},
		{"dependent", catalog.LinkQuery{To: []catalog.ProjectID{p.ID}}, func(l catalog.Link) catalog.ProjectID { return l.From }},
	} {
		list, err := store.Links(ctx, way.query)
		if err != nil {
			return nil, err
		}
		for _, l := range list {
			rows = append(rows, linkRow(l, way.direction, byID[way.other(l)]))
		}
	}
	slices.SortStableFunc(rows, func(a, b LinkRow) int {
		return cmp.Or(cmp.Compare(a.Direction, b.Direction), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path))
	})
	return rows, nil
}

func linkRow(l catalog.Link, direction string, other catalog.Project) LinkRow {
	path := cmp.Or(other.Root, l.Root)
	name := cmp.Or(other.Name, baseName(path))
	if direction == "dependency" {
		name = cmp.Or(l.Name, name)
	}
	return LinkRow{ID: other.ID, Name: name, Path: path, Available: other.State == catalog.StateIndexed && exists(other.Base), Files: other.Files,
		Direction: direction, Tier: l.Tier, Evidence: evidence(l), RequiredVersion: l.Required, FoundVersion: l.Found, LastChecked: other.LastSeen}
}

// evidence says where a link comes from.
func evidence(l catalog.Link) string {
	if l.Origin == catalog.ByHand {
		return "made by hand"
	}
	text := fmt.Sprintf("%s:%d %s %s", l.File, l.Line, l.Entry, l.Package)
	if l.Via != "" {
		text += " (" + l.Via + ")"
	}
	return strings.TrimSpace(text)
}

func linksText(o *LinksOut, p *Page) {
	if len(o.Links) == 0 {
		p.Line("no links; codegraph scan finds them, codegraph link makes one by hand")
	}
	for _, direction := range []string{"dependency", "dependent"} {
		head := map[string]string{"dependency": "depends on", "dependent": "used by"}[direction]
		for _, l := range o.Links {
			if l.Direction != direction {
				continue
			}
			if head != "" {
				p.Path(head)
				head = ""
			}
			version := l.RequiredVersion
			if l.FoundVersion != "" && l.FoundVersion != l.RequiredVersion {
				version += " (found " + l.FoundVersion + ")"
			}
			state := ""
			if !l.Available {
				state = "  not available"
			}
			p.Hit("  %s  %s  %s  %s  %s%s", query.Shown(l.Name, 0), query.Shown(l.Path, 0), l.Tier, query.Shown(version, 80), query.Shown(l.Evidence, 0), state)
		}
	}
}

// WhyIn is what why takes.
type WhyIn struct {
	From string `json:"from" jsonschema:"required" jsonschema_description:"A project: path, name or id" cli:"arg"`
	To   string `json:"to" jsonschema:"required" jsonschema_description:"Another project: path, name or id" cli:"arg"`
	Common
}

// WhyOut is the answer of why.
type WhyOut struct {
	From      string   `json:"from"`
	To        string   `json:"to"`
	Links     []string `json:"links"`     // evidence that From depends on To
	Reverse   []string `json:"reverse"`   // evidence that To depends on From
	Misses    []string `json:"misses"`    // what came nearest where there is no link
	Connected bool     `json:"connected"` // links lead from From to To, perhaps over others
	Distance  int      `json:"distance"`  // links on the shortest way; 0 if there is none
}

// Why explains a link.
func Why() *Spec {
	return define(Spec{
		Name:  "why",
		Doc:   "Explain why one project depends on another, or why it does not\nBoth directions, with the evidence or with what came nearest to one.",
		Hints: Hints{ReadOnly: true, Idempotent: true},
		Verb:  Verb{Group: GroupHub, Example: "codegraph why shop-frontend ui-kit"},
	}, runWhy, whyText)
}

func runWhy(ctx context.Context, d *Desk, in WhyIn) (*WhyOut, error) {
	a, err := d.other(ctx, in.From)
	if err != nil {
		return nil, err
	}
	b, err := d.other(ctx, in.To)
	if err != nil {
		return nil, err
	}
	if a.ID == b.ID {
		return nil, fmt.Errorf("%w: both are %s", projectbase.ErrUsage, a.Root)
	}
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	m, err := store.Manifests(ctx)
	if err != nil {
		return nil, err
	}
	all, err := store.Links(ctx, catalog.LinkQuery{})
	if err != nil {
		return nil, err
	}
	out := &WhyOut{From: a.Name, To: b.Name, Links: []string{}, Reverse: []string{}, Misses: []string{}}
	w := links.New(m.Projects, m.Packages, m.Requirements)
	forth, back := w.Explain(a.ID, b.ID), w.Explain(b.ID, a.ID)
	for _, l := range all {
		switch {
		case l.From == a.ID && l.To == b.ID:
			out.Links = append(out.Links, evidence(l))
		case l.From == b.ID && l.To == a.ID:
			out.Reverse = append(out.Reverse, evidence(l))
		}
	}
	if len(out.Links) == 0 {
		for _, miss := range append(forth.Misses, back.Misses...) {
			out.Misses = append(out.Misses, miss.Text)
		}
	}
	for _, step := range catalog.Reach(all, []catalog.ProjectID{a.ID}, catalog.Dependencies, 0) {
		if step.Project == b.ID {
			out.Connected, out.Distance = true, step.Distance
		}
	}
	return out, nil
}

func whyText(o *WhyOut, p *Page) {
	from, to := query.Shown(o.From, 0), query.Shown(o.To, 0)
	say := func(a, b string, evidence []string) {
		if len(evidence) == 0 {
			p.Line("%s does not depend on %s", a, b)
			return
		}
		p.Path(fmt.Sprintf("%s depends on %s", a, b))
		for _, e := range evidence {
			p.Hit("  %s", query.Shown(e, 0))
		}
	}
	say(from, to, o.Links)
	if len(o.Links) == 0 && o.Connected {
		p.Line("  but links lead there over others, in %d steps", o.Distance)
	}
	say(to, from, o.Reverse)
	for _, m := range o.Misses {
		p.Line("  near: %s", query.Shown(m, 0))
	}
}
