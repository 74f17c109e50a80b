package links_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/catalog"
	"codegraph/catalog/links"
)

func TestSatisfies(t *testing.T) {
	const yes, no, unknown = "yes", "no", "unknown"
	for _, c := range [][4]string{
		{"go", "v1.2.0", "v1.2.0", yes}, {"go", "v1.2.0", "v1.10.0", yes}, {"go", "v1.2.0", "v1.1.9", no}, {"go", "v1.2.0", "v2.0.0", no},
		{"go", "v1.2.0", "", unknown}, {"go", "v0.0.0-20240101000000-abcdef123456", "v0.1.0", yes}, {"go", "github.com/me/fork v1.0.0", "v1.0.0", unknown},
		{"go", "v2.0.0+incompatible", "v2.0.1+incompatible", yes},
		{"npm", "^1.2.3", "1.9.0", yes}, {"npm", "^1.2.3", "1.2.2", no}, {"npm", "^1.2.3", "2.0.0", no}, {"npm", "^0.2.3", "0.3.0", no},
		{"npm", "^0.2.3", "0.2.9", yes}, {"npm", "^0.0.3", "0.0.4", no}, {"npm", "~1.2", "1.2.9", yes}, {"npm", "~1.2.3", "1.3.0", no}, {"npm", "~1", "1.9.0", yes},
		{"npm", "1.x", "1.5.0", yes}, {"npm", "1.2.*", "1.3.0", no}, {"npm", "*", "9.9.9", yes}, {"npm", "", "9.9.9", yes}, {"npm", "1.2.3", "1.2.4", no},
		{"npm", "1.2.3 - 2.3", "2.3.9", yes}, {"npm", "1.2.3 - 2.3", "2.4.0", no}, {"npm", ">= 1.0.0 < 2", "1.5.0", yes}, {"npm", ">=1.0.0 <2", "2.0.0", no},
		{"npm", "^1.0.0 || ^3.0.0", "3.1.0", yes}, {"npm", "^1.0.0 || ^3.0.0", "2.1.0", no}, {"npm", ">1.2", "1.2.9", no}, {"npm", ">1.2", "1.3.0", yes},
		{"npm", "<=1.2", "1.2.9", yes}, {"npm", "<=1.2.3", "1.2.4", no}, {"npm", "^1.0.0", "1.1.0-beta.1", no}, {"npm", "^1.1.0-alpha", "1.1.0-beta.1", yes},
		{"npm", ">=1.1.0-beta.2", "1.1.0-beta.11", yes}, {"npm", ">=1.1.0-beta.2", "1.1.0-beta.1", no}, {"npm", ">=1.1.0-rc", "1.1.0-1", no}, {"npm", "latest", "1.0.0", unknown},
		{"npm", "workspace:^", "1.0.0", yes}, {"npm", "workspace:^2.0.0", "1.0.0", no}, {"npm", "file:../x", "1.0.0", unknown}, {"npm", "^1.0.0", "1.0", unknown},
		{"npm", ">=1.1.0 <1.1.0", "1.1.0", no}, {"npm", ">1.1.0", "1.1.0", no}, {"npm", "=v1.1.0", "1.1.0", yes},
		{"cargo", "1.2", "1.9.0", yes}, {"cargo", "1.2", "2.0.0", no}, {"cargo", "=1.2.0", "1.2.1", no}, {"cargo", "0.3", "0.3.7", yes}, {"cargo", "0.3", "0.4.0", no},
		{"cargo", ">=1.2, <1.5", "1.4.9", yes}, {"cargo", ">=1.2, <1.5", "1.5.0", no}, {"cargo", "1.*", "1.5.0", yes}, {"cargo", "https://host/x", "1.5.0", unknown},
		{"pypi", "==1.0.0", "1.0.0", unknown}, {"nuget", "1.0.0", "1.0.0", unknown},
	} {
		ok, known := links.Satisfies(c[0], c[1], c[2])
		got := no
		if ok {
			got = yes
		}
		if !known {
			got = unknown
		}
		if got != c[3] || ok && !known {
			t.Errorf("Satisfies(%q, %q, %q) = %v, %v, want %s", c[0], c[1], c[2], ok, known, c[3])
		}
	}
}

func TestExplainEnds(t *testing.T) {
	w := mustLoad(t, "testdata/go.txtar")
	reasons := func(from, to catalog.ProjectID) (out []links.Reason) {
		e := links.Explain(w.projects, w.packages, w.requirements, from, to)
		for range e.Links {
			out = append(out, links.Linked)
		}
		for _, m := range e.Misses {
			out = append(out, m.Reason)
		}
		return out
	}
	for _, c := range []struct {
		from, to catalog.ProjectID
		want     []links.Reason
	}{
		{"app", "lib", []links.Reason{links.Linked}}, {"app", "app", []links.Reason{links.Itself}}, {"app", "none", []links.Reason{links.Unknown}},
		{"none", "app", []links.Reason{links.Unknown}}, {"lib", "app", []links.Reason{links.NotOurs}}, {"tools", "app", []links.Reason{links.Nothing}},
	} {
		if diff := cmp.Diff(c.want, reasons(c.from, c.to)); diff != "" {
			t.Errorf("why %s %s (-want +got)\n%s", c.from, c.to, diff)
		}
	}
}

// TestDeriveHostile checks that untrusted entries neither exhaust resources nor give
// links to the requiring project itself.
func TestDeriveHostile(t *testing.T) {
	place := func(root string) catalog.Place { return catalog.Place{Node: "n", Root: root} }
	projects := []catalog.Project{
		{ID: "a", Place: place("/"), CopiedFrom: "b"}, {ID: "b", Place: place("/b"), CopiedFrom: "a"}, {ID: "c", Place: place("/b/c/"), CopiedFrom: "c"},
		{ID: "d", Place: place("relative")}, {ID: "e", Place: catalog.Place{Node: "other", Root: "/b"}},
	}
	var packages []catalog.Package
	var requirements []catalog.Requirement
	for _, p := range projects {
		packages = append(packages, catalog.Package{Project: p.ID, Ecosystem: "npm", Key: "", File: "package.json"},
			catalog.Package{Project: p.ID, Ecosystem: "npm", Name: string(p.ID), Key: string(p.ID), File: "../../x"},
			catalog.Package{Project: "nobody", Ecosystem: "npm", Key: "x"})
		for _, local := range []string{"", "/", "..", "/b/../..", "/b/c", "C:\\x", "relative/y"} {
			requirements = append(requirements, catalog.Requirement{Project: p.ID, Ecosystem: "npm", Local: local},
				catalog.Requirement{Project: p.ID, Ecosystem: "git", Version: "://", Local: local}, catalog.Requirement{Project: "nobody", Local: local})
		}
	}
	for _, l := range links.Derive(projects, packages, requirements) {
		if l.From == l.To || l.From == "" || l.To == "" {
			t.Errorf("%s", show(l))
		}
	}
	for _, p := range projects {
		for _, q := range projects {
			links.Explain(projects, packages, requirements, p.ID, q.ID)
		}
	}
}

// grid makes n projects of which each publishes 3 packages and requires 30, half
// of them of others.
func grid(n int) (projects []catalog.Project, packages []catalog.Package, requirements []catalog.Requirement) {
	for i := range n {
		id := catalog.ProjectID(fmt.Sprintf("p%04d", i))
		projects = append(projects, catalog.Project{ID: id, Name: string(id), Place: catalog.Place{Node: "n", Root: fmt.Sprintf("/home/dev/repos/team%d/%s", i%20, id)},
			Repository: "github.com/acme/" + string(id), Kind: catalog.KindGit, State: catalog.StateIndexed})
		for j := range 3 {
			key := fmt.Sprintf("@acme/%s-%d", id, j)
			packages = append(packages, catalog.Package{Project: id, Ecosystem: "npm", Name: key, Key: key, Version: "1.0.0", File: fmt.Sprintf("packages/%d/package.json", j)})
		}
		for j := range 30 {
			key := fmt.Sprintf("react-%d", j)
			if j%2 == 0 {
				key = fmt.Sprintf("@acme/p%04d-%d", (i*7+j*13)%n, j%3)
			}
			requirements = append(requirements, catalog.Requirement{Project: id, Ecosystem: "npm", Name: key, Key: key, Version: "^1.0.0",
				File: fmt.Sprintf("packages/%d/package.json", j%3), Line: j + 1})
		}
	}
	return projects, packages, requirements
}

func TestDeriveMany(t *testing.T) {
	projects, packages, requirements := grid(1000)
	if got := len(links.Derive(projects, packages, requirements)); got != 15000-30 {
		t.Errorf("%d links, want 14970: 15 packages for each of 1000 projects, 30 of which are the project's own", got)
	}
}

// 1,000 projects with 3 packages and 30 requirements each; a scan that changes
// something pays this once.
func BenchmarkDerive(b *testing.B) {
	projects, packages, requirements := grid(1000)
	b.ReportAllocs()
	for b.Loop() {
		links.Derive(projects, packages, requirements)
	}
}
