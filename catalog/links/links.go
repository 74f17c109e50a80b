// Package links derives the links between projects from the packages that their
// manifests publish and require. Derive returns the links of a whole catalog.
// Explain returns the reasons for the links between two projects, or the nearest
// misses.
//
// A wrong link is worse than a missing one. There is no link for a package that two
// projects publish, for a package in the requiring project's own tree, and for a
// package from another source; Explain gives the reason. The rules, in this order:
//
//  1. A path (Requirement.Local: replace, path, file:, ProjectReference, a
//     submodule's directory) leads to the innermost project that contains it. Then
//     no name is looked up, except the URL of a submodule that is not checked out.
//  2. A package that the requiring project publishes itself, in its own tree or as
//     a vendored copy, gives no link.
//  3. A name leads to the one project that publishes it. Vendored copies and test
//     data do not count. Examples and tests count only if no other project
//     publishes the name; missing projects only if no present one does. Clones and
//     worktrees of the requiring project's repository do not count.
//  4. If a manifest names the repository of a package, projects of other
//     repositories do not count.
//  5. If several projects are left, those in the workspace of the requiring project
//     win: the projects below the innermost project around it that contains any.
//     Otherwise, projects win to which a path of the requiring project leads. Among
//     checkouts of one repository, the nearest in the directory tree wins. If
//     several are still left, the name is ambiguous and gives no link.
//
// This package reads no files: the same catalog gives the same links.
package links

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/catalog/identity"
)

// Derive returns the links that the requirements of projects make, in the
// order of catalog.Store.Links: one for each package that leads from one
// project to another, with the best of its evidence. Requirements and packages
// of projects that are not listed are passed over.
func Derive(projects []catalog.Project, packages []catalog.Package, requirements []catalog.Requirement) []catalog.Link {
	return New(projects, packages, requirements).Links()
}

// Workspace is what links are derived from, made ready to be looked up. It is
// safe for concurrent use.
type Workspace struct {
	projects  []project
	byID      map[catalog.ProjectID]int
	byRoot    map[catalog.Place]int
	byRemote  map[string][]int // roots of repositories that are not missing, by key of the remote
	claims    map[name]*claims
	manifests map[manifest]bool
}

type project struct {
	catalog.Project
	kin       string // equal for clones, copies and worktrees of one thing
	remote    string // key of Remote
	requires  []requirement
	publishes []*catalog.Package
}

type requirement struct {
	*catalog.Requirement
	standing rank
}

// name is a package's name in an ecosystem, made comparable.
type name struct{ ecosystem, key string }

// manifest is a manifest file, or the directory of one, of a project.
type manifest struct {
	project int
	path    string // absolute
}

// New makes a workspace. It keeps the lists.
func New(projects []catalog.Project, packages []catalog.Package, requirements []catalog.Requirement) *Workspace {
	w := &Workspace{byID: map[catalog.ProjectID]int{}, byRoot: map[catalog.Place]int{}, byRemote: map[string][]int{}, claims: map[name]*claims{}, manifests: map[manifest]bool{}}
	for _, p := range projects {
		w.enterProject(p)
	}
	w.findKin()
	for i := range packages {
		if at, ok := w.byID[packages[i].Project]; ok {
			w.enterManifest(at, packages[i].File)
		}
	}
	for i := range requirements {
		if at, ok := w.byID[requirements[i].Project]; ok {
			w.enterManifest(at, requirements[i].File)
		}
	}
	for i := range packages {
		p := &packages[i]
		if at, ok := w.byID[p.Project]; ok && !w.belongsElsewhere(at, p.File) {
			w.projects[at].publishes = append(w.projects[at].publishes, p)
			w.claim(name{p.Ecosystem, p.Key}, claim{at, p, standing(p.File)})
		}
	}
	for i := range requirements {
		r := &requirements[i]
		if at, ok := w.byID[r.Project]; ok && !w.belongsElsewhere(at, r.File) {
			w.projects[at].requires = append(w.projects[at].requires, requirement{r, standing(r.File)})
		}
	}
	for _, c := range w.claims {
		c.serious = w.serious(c.all)
	}
	return w
}

func (w *Workspace) enterProject(p catalog.Project) {
	i := len(w.projects)
	p.Root = strings.TrimSuffix(p.Root, "/")
	w.byID[p.ID], w.byRoot[p.Place] = i, i
	remote := identity.RepositoryKey(p.Remote, "", "")
	if remote != "" && p.Kind == catalog.KindGit && p.State != catalog.StateMissing {
		w.byRemote[remote] = append(w.byRemote[remote], i)
	}
	w.projects = append(w.projects, project{Project: p, remote: remote})
}

// Links returns what Derive returns.
func (w *Workspace) Links() []catalog.Link {
	var all []catalog.Link
	for i := range w.projects {
		all = append(all, w.from(i)...)
	}
	slices.SortFunc(all, func(a, b catalog.Link) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Ecosystem, b.Ecosystem), cmp.Compare(a.Package, b.Package),
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return all
}

// from returns the links of a project in no certain order.
func (w *Workspace) from(asker int) []catalog.Link {
	type target struct {
		to int
		name
	}
	best := map[target]catalog.Link{}
	reached := w.reachedByPath(asker)
	for _, r := range w.projects[asker].requires {
		o := w.resolve(asker, r, reached)
		if o.reason != Linked {
			continue
		}
		l := w.link(asker, r.Requirement, o)
		t := target{o.to, name{r.Ecosystem, l.Package}}
		if old, ok := best[t]; !ok || better(l, old) {
			best[t] = l
		}
	}
	list := make([]catalog.Link, 0, len(best))
	for _, l := range best {
		list = append(list, l)
	}
	return list
}

func (w *Workspace) link(asker int, r *catalog.Requirement, o outcome) catalog.Link {
	l := catalog.Link{From: w.projects[asker].ID, To: w.projects[o.to].ID, Origin: catalog.Derived, Tier: o.tier, Ecosystem: r.Ecosystem,
		Package: r.Name, Required: r.Version, Dev: r.Dev, Optional: r.Optional, File: r.File, Line: r.Line, Entry: r.Entry, Via: o.via}
	if o.pkg != nil {
		l.Package, l.Found = o.pkg.Name, o.pkg.Version
	}
	return l
}

// better reports whether a is better evidence than b, for two links with the same
// ends and package. Runtime dependencies come before build dependencies, paths before
// names, entries with a version before those without, then manifests nearer to the
// root.
func better(a, b catalog.Link) bool {
	weight := func(l catalog.Link) int {
		n := 0
		if l.Dev {
			n += 8
		}
		if l.Optional {
			n += 4
		}
		if l.Tier != catalog.TierLocal {
			n += 2
		}
		if l.Required == "" {
			n++
		}
		return n
	}
	return cmp.Or(cmp.Compare(weight(a), weight(b)), cmp.Compare(strings.Count(a.File, "/"), strings.Count(b.File, "/")),
		cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Required, b.Required)) < 0
}
