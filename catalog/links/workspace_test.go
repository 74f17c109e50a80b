package links_test

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"codegraph/catalog"
	"codegraph/catalog/identity"
	"codegraph/catalog/links"
	"codegraph/projectbase"
	"codegraph/projectbase/manifest"
)

// workspace is a testdata file: manifests below /ws, and in its comment the
// projects and the expected links, each on a line:
//
//	project NAME DIR [kind=git] [remote=URL] [copy=NAME] [state=missing]
//	link A -> B tier ecosystem:package "required"/"found" file:line entry [dev] [optional]
//	why A B: text that the first miss contains
//
// A project lists the manifests of the projects within it too, as a base does.
type workspace struct {
	projects     []catalog.Project
	packages     []catalog.Package
	requirements []catalog.Requirement
	want         []string
	why          [][3]string
}

func mustLoad(t *testing.T, file string) workspace {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var w workspace
	for line := range strings.SplitSeq(string(a.Comment), "\n") {
		verb, rest, _ := strings.Cut(line, " ")
		switch verb {
		case "project":
			w.projects = append(w.projects, mustProject(t, strings.Fields(rest)))
		case "link":
			w.want = append(w.want, rest)
		case "why":
			ends, text, ok := strings.Cut(rest, ": ")
			from, to, both := strings.Cut(ends, " ")
			if !ok || !both {
				t.Fatalf("%s: %q", file, line)
			}
			w.why = append(w.why, [3]string{from, to, text})
		}
	}
	slices.Sort(w.want)
	for _, p := range w.projects {
		w.manifests(t, p, a.Files)
	}
	return w
}

func mustProject(t *testing.T, f []string) catalog.Project {
	t.Helper()
	p := catalog.Project{ID: catalog.ProjectID(f[0]), Name: f[0], Place: catalog.Place{Node: "here", Root: path.Join("/ws", f[1])},
		Kind: catalog.KindManifest, State: catalog.StateIndexed}
	for _, option := range f[2:] {
		key, value, _ := strings.Cut(option, "=")
		switch key {
		case "kind":
			p.Kind = catalog.Kind(value)
		case "remote":
			p.Kind, p.Remote, p.Repository = catalog.KindGit, value, identity.RepositoryKey(value, "", "")
		case "copy":
			p.CopiedFrom = catalog.ProjectID(value)
		case "state":
			p.State = catalog.State(value)
		default:
			t.Fatalf("project %s: %q", p.Name, option)
		}
	}
	return p
}

// manifests reads the manifests below a project's root.
func (w *workspace) manifests(t *testing.T, p catalog.Project, files []txtar.File) {
	t.Helper()
	var list []manifest.Manifest
	for _, f := range files {
		rel, inside := strings.CutPrefix(path.Join("/ws", f.Name), p.Root+"/")
		if !inside {
			continue
		}
		m, err := manifest.Parse(projectbase.Path(rel), f.Data)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range m.Errors {
			t.Errorf("%s:%d: %s", f.Name, e.Line, e.Message)
		}
		list = append(list, m)
	}
	manifest.Complete(list)
	for _, m := range list {
		for _, k := range m.Packages {
			w.packages = append(w.packages, catalog.Package{Project: p.ID, Ecosystem: k.Ecosystem, Name: k.Name, Key: manifest.Normalize(k.Ecosystem, k.Name),
				Version: k.Version, Dir: string(k.Dir), File: string(k.File), Line: k.Line})
		}
		for _, q := range m.Requirements {
			local := q.Local
			if local != "" && !path.IsAbs(local) {
				local = path.Join(p.Root, local)
			}
			w.requirements = append(w.requirements, catalog.Requirement{Project: p.ID, Ecosystem: q.Ecosystem, Name: q.Name,
				Key: manifest.Normalize(q.Ecosystem, q.Name), Alias: q.Alias, Version: q.Version, Dev: q.Dev, Optional: q.Optional,
				Indirect: q.Indirect, Workspace: q.Workspace, Local: local, File: string(q.File), Line: q.Line, Entry: q.Key})
		}
	}
}

func show(l catalog.Link) string {
	s := fmt.Sprintf("%s -> %s %s %s:%s %q/%q %s:%d %s", l.From, l.To, l.Tier, l.Ecosystem, l.Package, l.Required, l.Found, l.File, l.Line, l.Entry)
	if l.Dev {
		s += " dev"
	}
	if l.Optional {
		s += " optional"
	}
	return s
}

func showAll(list []catalog.Link) []string {
	var out []string
	for _, l := range list {
		out = append(out, show(l))
	}
	slices.Sort(out)
	return out
}

// TestWorkspaces checks that each workspace gives exactly the links of its file, in any
// order of the catalog, and the reasons for missing links.
func TestWorkspaces(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d workspaces, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			w := mustLoad(t, file)
			got := showAll(links.Derive(w.projects, w.packages, w.requirements))
			right := 0
			for _, l := range got {
				if slices.Contains(w.want, l) {
					right++
				}
			}
			t.Logf("%d projects, %d links: precision %d/%d, recall %d/%d", len(w.projects), len(w.want), right, len(got), right, len(w.want))
			if diff := cmp.Diff(w.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			slices.Reverse(w.projects)
			slices.Reverse(w.packages)
			slices.Reverse(w.requirements)
			if diff := cmp.Diff(got, showAll(links.Derive(w.projects, w.packages, w.requirements))); diff != "" {
				t.Errorf("in another order (-before +after)\n%s", diff)
			}
			for _, c := range w.why {
				e := links.Explain(w.projects, w.packages, w.requirements, catalog.ProjectID(c[0]), catalog.ProjectID(c[1]))
				if len(e.Links) != 0 || len(e.Misses) == 0 || !strings.Contains(e.Misses[0].Text, c[2]) {
					t.Errorf("why %s %s: %v %v, want %q", c[0], c[1], showAll(e.Links), texts(e.Misses), c[2])
				}
			}
		})
	}
}

func texts(list []links.Miss) []string {
	var out []string
	for _, m := range list {
		out = append(out, string(m.Reason)+": "+m.Text)
	}
	return out
}
