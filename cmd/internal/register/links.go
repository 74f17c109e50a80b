package register

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// LinksIn is the input of links.
type LinksIn struct {
	MaxTokens int `json:"max_tokens,omitempty"`
	tool.Common
}

// WantedTokens returns the caller's limit of the answer, in tokens.
func (in *LinksIn) WantedTokens() int { return in.MaxTokens }

// LinksOut is the answer of links.
type LinksOut struct {
	Links []LinkRow `json:"links"`
	Register
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
func Links() *tool.Spec {
	return tool.Define(tool.Spec{
		Name:    "links",
		Doc:     "List the dependencies and the dependents of this project\nEach link has its evidence: a line of a manifest, or a manual link.",
		Brief:   "Dependencies and dependents of this project, with evidence.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupHub, Example: "codegraph links --json"},
	}, runLinks, linksText)
}

func runLinks(ctx context.Context, d *workspace.Workspace, in LinksIn) (*LinksOut, error) {
	p, err := d.Find(in.Project)
	if err != nil {
		return nil, err
	}
	if _, _, err := d.Here(ctx, in.Project); err != nil {
		return nil, err
	}
	rows, err := linksOf(ctx, d, p.Root)
	if err != nil {
		return nil, err
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return &LinksOut{rows, registered(store, in.MaxTokens)}, nil
}

// linksOf lists the links from and to the project at root, dependencies first.
func linksOf(ctx context.Context, d *workspace.Workspace, root string) ([]LinkRow, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	rows := []LinkRow{}
	p, err := store.Find(ctx, root, d.Node)
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
	name := cmp.Or(other.Name, workspace.BaseName(path))
	if direction == "dependency" {
		name = cmp.Or(l.Name, name)
	}
	return LinkRow{ID: other.ID, Name: name, Path: path, Available: other.State == catalog.StateIndexed && workspace.Exists(other.Base), Files: other.Files,
		Direction: direction, Tier: l.Tier, Evidence: evidence(l), RequiredVersion: l.Required, FoundVersion: l.Found, LastChecked: other.LastSeen}
}

// evidence describes the source of a link.
func evidence(l catalog.Link) string {
	if l.Origin == catalog.ByHand {
		return "manual link"
	}
	text := fmt.Sprintf("%s:%d %s %s", l.File, l.Line, l.Entry, l.Package)
	if l.Via != "" {
		text += " (" + l.Via + ")"
	}
	return strings.TrimSpace(text)
}

func linksText(o *LinksOut, p *tool.Page) {
	if len(o.Links) == 0 {
		p.Note("no links")
		p.Hints("", projectbase.Suggest("derive links from manifests", "scan", projectbase.Positional("path", "DIR")),
			projectbase.Suggest("add a link", "link", projectbase.Positional("path", "PROJECT")))
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
	tool.Notes(p, nil, o.Failures, nil)
}

// Len implements Listed.
func (o *LinksOut) Len() int { return len(o.Links) }

// First implements Listed.
func (o *LinksOut) First(n int, hint string) any {
	c := *o
	c.Links, c.Truncated, c.Hint = o.Links[:n], true, hint
	return &c
}
