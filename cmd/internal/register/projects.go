package register

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// ProjectsIn is the input of projects.
type ProjectsIn struct {
	Tag       string `json:"tag,omitempty"`
	State     string `json:"state,omitempty"`
	Match     string `json:"match,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Common
}

// WantedTokens returns the caller's limit of the answer, in tokens.
func (in *ProjectsIn) WantedTokens() int { return in.MaxTokens }

// ProjectsOut is the answer of projects.
type ProjectsOut struct {
	Projects []ProjectRow `json:"projects"`
	Register
}

// Register is the envelope of lists from the catalog.
type Register struct {
	Truncated bool   `json:"truncated,omitempty"` // cut to max_tokens
	Hint      string `json:"hint,omitempty"`
	// Failures says why the list may be incomplete.
	Failures []tool.ProjectFailure `json:"failures,omitempty"`

	tool.Limited
}

// Incomplete implements Incomplete.
func (r *Register) Incomplete() bool { return len(r.Failures) > 0 }

// registered returns the envelope of a list from a catalog.
func registered(store catalog.Store, tokens int) Register {
	return Register{Failures: tool.CatalogAway(store), Limited: tool.LimitedTo(tokens)}
}

// ProjectRow is a project of the catalog.
type ProjectRow struct {
	ID          catalog.ProjectID `json:"id"`
	Name        string            `json:"name"`
	Path        string            `json:"path"`
	State       catalog.State     `json:"state"`
	Kind        catalog.Kind      `json:"kind"`
	Tags        []string          `json:"tags"`
	Languages   map[string]int    `json:"languages"`
	Files       int               `json:"files"`
	Items       int               `json:"items"`
	Remote      string            `json:"remote"`
	Head        string            `json:"head"`
	CopiedFrom  catalog.ProjectID `json:"copied_from,omitempty"`
	LastIndexed int64             `json:"last_indexed"`
	LastSeen    int64             `json:"last_seen"`
	Node        string            `json:"node"`                   // machine that has the project
	PublishedAt int64             `json:"published_at,omitempty"` // Unix seconds; 0 if the index is not published
}

// Projects lists the catalog.
func Projects() *tool.Spec {
	return tool.Define(tool.Spec{
		Name:    "projects",
		Doc:     "List the projects of the catalog\nUse it to find the projects to query, and their names.",
		Brief:   "List known projects and their names.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupHub, Example: "codegraph projects --tag backend\ncodegraph projects --state missing"},
	}, runProjects, projectsText)
}

func runProjects(ctx context.Context, d *workspace.Workspace, in ProjectsIn) (*ProjectsOut, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	if in.Tag != "" {
		if err := federation.KnownTag(ctx, store, in.Tag); err != nil {
			return nil, err
		}
	}
	list, err := store.Projects(ctx, catalog.Query{Tag: in.Tag, State: catalog.State(in.State), Match: in.Match})
	if err != nil {
		return nil, err
	}
	out := &ProjectsOut{[]ProjectRow{}, registered(store, in.MaxTokens)}
	for _, p := range list {
		out.Projects = append(out.Projects, projectRow(p))
	}
	return out, nil
}

func projectRow(p catalog.Project) ProjectRow {
	r := ProjectRow{ID: p.ID, Name: p.Name, Path: p.Root, State: p.State, Kind: p.Kind, Tags: p.Tags, Languages: p.Languages, Files: p.Files,
		Items: p.Items, Remote: p.Remote, Head: p.Head, CopiedFrom: p.CopiedFrom, LastIndexed: p.LastIndexed, LastSeen: p.LastSeen,
		Node: p.Node, PublishedAt: p.Published.At}
	if r.Tags == nil {
		r.Tags = []string{}
	}
	if r.Languages == nil {
		r.Languages = map[string]int{}
	}
	return r
}

func projectsText(o *ProjectsOut, p *tool.Page) {
	t := tool.NewTable("project", "state", "files", "items", "languages", "tags", "indexed", "path")
	for _, r := range o.Projects {
		t.Row(query.Shown(r.Name, 40), string(r.State), fmt.Sprint(r.Files), fmt.Sprint(r.Items), tool.Mostly(r.Languages),
			query.Shown(strings.Join(r.Tags, ","), 40), tool.Stamp(r.LastIndexed), query.Shown(r.Path, 0))
	}
	t.Print(p)
	if len(o.Projects) == 0 {
		p.Hints("no project in the catalog; ", projectbase.Suggest("find and register projects", "scan", projectbase.Positional("path", "DIR")))
	}
	tool.Notes(p, nil, o.Failures, nil)
}

// ProjectIn is the input of project.
type ProjectIn struct {
	Action string   `json:"action" param:",required,hidden"`
	Name   string   `json:"name" param:"name/entry,required,hidden"`
	Values []string `json:"values,omitempty" param:",hidden"`
	tool.Common
}

// ProjectOut is the answer of project.
type ProjectOut struct {
	Success bool       `json:"success"`
	Action  string     `json:"action"`
	Changed bool       `json:"changed"`
	Project ProjectRow `json:"project"`
	Removed []string   `json:"removed,omitempty"` // files that delete has removed
}

// ProjectTool shows and changes one project of the catalog.
func ProjectTool() *tool.Spec {
	return tool.Define(tool.Spec{
		Name:       "project",
		PeopleOnly: true,
		Doc: `Show or change one project of the catalog
tag and untag group projects for the scope tag:X; rename gives it another name; forget drops the entry;
delete also removes CodeGraph's files from the index directory.`,
		Hints:   tool.Hints{Destructive: true, Idempotent: true},
		Command: tool.Command{},
	}, runProject, projectText)
}

func runProject(ctx context.Context, d *workspace.Workspace, in ProjectIn) (*ProjectOut, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	p, err := entry(ctx, d, store, in.Name)
	if err != nil {
		return nil, err
	}
	out := &ProjectOut{Success: true, Action: in.Action}
	switch in.Action {
	case "show":
	case "tag":
		out.Changed, err = store.Tag(ctx, p.ID, in.Values...)
	case "untag":
		out.Changed, err = store.Untag(ctx, p.ID, in.Values...)
	case "rename":
		if err := checkName(in.Values); err != nil {
			return nil, err
		}
		out.Changed, err = store.Rename(ctx, p.ID, in.Values[0])
	case "forget", "delete":
		if in.Action == "delete" {
			if out.Removed, err = deleteBase(p); err != nil {
				return nil, err
			}
		}
		var n int
		n, err = store.Forget(ctx, p.ID)
		out.Changed = n > 0
		out.Project = projectRow(p)
		return out, err
	default:
		return nil, fmt.Errorf("%w: unknown action %q; known are show, tag, untag, rename, forget, delete", projectbase.ErrUsage, in.Action)
	}
	if err != nil {
		return nil, err
	}
	if p, err = store.Find(ctx, string(p.ID), d.Node); err != nil {
		return nil, err
	}
	out.Project = projectRow(p)
	return out, nil
}

// entry finds a project of the catalog by a relative or absolute path, a name or an
// id.
func entry(ctx context.Context, d *workspace.Workspace, store catalog.Store, name string) (catalog.Project, error) {
	if name == "" {
		return catalog.Project{}, fmt.Errorf("%w: name the project", projectbase.ErrUsage)
	}
	if !workspace.PathLike(name) {
		// A bare name is a project's name, even if the current directory has an
		// entry with that name. ./name is a path.
		if p, err := store.Find(ctx, name, d.Node); !errors.Is(err, catalog.ErrNotFound) {
			return p, err
		}
	}
	if dir, err := d.Directory(name); err == nil {
		if p, err := store.Find(ctx, dir, d.Node); !errors.Is(err, catalog.ErrNotFound) {
			return p, err
		}
	}
	return store.Find(ctx, name, d.Node)
}

// checkName refuses names that ParseScope does not read as one name, because no
// scope could select the project.
func checkName(values []string) error {
	if len(values) != 1 || values[0] == "" {
		return fmt.Errorf("%w: rename takes one new name", projectbase.ErrUsage)
	}
	name := values[0]
	s, err := federation.ParseScope(name)
	if err != nil || s.Kind != federation.ScopeNames || len(s.Names) != 1 || s.Names[0] != name || strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("%w: %q cannot be a project name: it has a meaning in scopes (%s)", projectbase.ErrUsage, name, federation.ScopeSyntax)
	}
	return nil
}

// ours lists the files that CodeGraph creates in an index directory.
var ours = []string{"index.db", "index.db-wal", "index.db-shm", "config.json", "summary.md", "docs.md", "lock", "watch.lock", ".gitignore"}

// deleteBase removes CodeGraph's files from an index directory, and the directory
// itself if it is then empty.
func deleteBase(p catalog.Project) ([]string, error) {
	if p.State == catalog.StateForeign {
		return nil, fmt.Errorf("delete the index of %s: %w", p.Root, projectbase.ErrForeign)
	}
	var removed []string
	for _, name := range ours {
		path := filepath.Join(p.Base, name)
		switch err := os.Remove(path); {
		case err == nil:
			removed = append(removed, path)
		case !errors.Is(err, os.ErrNotExist):
			return removed, fmt.Errorf("delete the index of %s: %w", p.Root, err)
		}
	}
	// Remove fails if the directory contains other files; then it stays.
	_ = os.Remove(p.Base)
	return removed, nil
}

func projectText(o *ProjectOut, p *tool.Page) {
	r := o.Project
	if o.Action != "show" {
		did := map[string]string{"tag": "tagged", "untag": "untagged", "rename": "renamed", "forget": "forgotten", "delete": "deleted"}[o.Action]
		if !o.Changed {
			did = "unchanged"
		}
		p.Line("%s: %s", query.Shown(r.Name, 0), did)
		return
	}
	p.Path(query.Shown(r.Name, 0))
	p.Line("id:        %s", r.ID)
	p.Line("path:      %s", query.Shown(r.Path, 0))
	p.Line("state:     %s, %s", r.State, r.Kind)
	p.Line("content:   %s (%s), %s", tool.Count(r.Files, "file", "files"), tool.Tally(r.Languages), tool.Count(r.Items, "item", "items"))
	p.Line("tags:      %s", query.Shown(strings.Join(r.Tags, ", "), 0))
	if r.Remote != "" {
		p.Line("remote:    %s", query.Shown(r.Remote, 0))
	}
	if r.CopiedFrom != "" {
		p.Line("copied from: %s", r.CopiedFrom)
	}
	p.Line("indexed:   %s", tool.Stamp(r.LastIndexed))
}

// Len implements Listed.
func (o *ProjectsOut) Len() int { return len(o.Projects) }

// First implements Listed.
func (o *ProjectsOut) First(n int, hint string) any {
	c := *o
	c.Projects, c.Truncated, c.Hint = o.Projects[:n], true, hint
	return &c
}
