package links

import (
	"path"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/catalog/identity"
)

// Reason is the reason for a link, or for its absence.
type Reason string

// Reasons. All but Linked say why there is no link.
const (
	Linked      Reason = "linked"
	Unpublished Reason = "unpublished"  // no project publishes the name
	Own         Reason = "own"          // the project publishes it itself, or the path stays in its tree
	Ambiguous   Reason = "ambiguous"    // several projects publish the name
	Indirect    Reason = "indirect"     // only something else needs it
	Vendored    Reason = "vendored"     // only vendored copies and test data bear the name
	Kin         Reason = "kin"          // only another checkout of the same repository publishes it
	OtherSource Reason = "other_source" // it is taken from another repository
	NoProject   Reason = "no_project"   // a path leads to where the catalog knows no project
	NotOurs     Reason = "not_ours"     // a vendored copy or test data asks for it
	NoWorkspace Reason = "no_workspace" // it has to be in the workspace around the manifest, and is not
)

// outcome is the result of resolving a requirement.
type outcome struct {
	reason Reason
	to     int // if Linked; else the project that a path leads to, or -1
	tier   catalog.Tier
	pkg    *catalog.Package // of to; nil if a path leads to no package
	via    string
	claims []claim // that were considered last
}

// ecosystemGit is that of submodules: the URL is in Version.
const ecosystemGit = "git"

// resolve resolves a requirement of a project. reached holds the projects to which
// the paths of that project lead.
func (w *Workspace) resolve(asker int, r requirement, reached map[int]bool) outcome {
	if r.standing >= vendored {
		return outcome{reason: NotOurs, to: -1}
	}
	if r.Local != "" {
		o := w.byPath(asker, r)
		if r.Ecosystem == ecosystemGit && o.reason != Linked {
			return w.byURL(asker, r)
		}
		return o
	}
	return w.byName(asker, r, reached)
}

// reachedByPath returns the projects that paths in a project's manifests lead
// to.
func (w *Workspace) reachedByPath(asker int) map[int]bool {
	reached := map[int]bool{}
	for _, r := range w.projects[asker].requires {
		if r.Local != "" && r.standing < vendored {
			if o := w.byPath(asker, r); o.reason == Linked {
				reached[o.to] = true
			}
		}
	}
	return reached
}

func (w *Workspace) byPath(asker int, r requirement) outcome {
	local := strings.TrimSuffix(r.Local, "/")
	to := w.holding(w.projects[asker].Node, local)
	o := outcome{reason: Linked, to: to, tier: catalog.TierLocal, via: r.Entry + " " + r.Local}
	switch {
	case to == asker:
		o.reason = Own
	case to < 0:
		o.reason = NoProject
	case w.projects[to].Root != local && w.encloses(to, asker) && !w.manifests[manifest{to, local}]:
		// The project around everything, such as a home directory under git,
		// is not meant by a path to a neighbour that nobody knows.
		o.reason, o.to = NoProject, -1
	case w.projects[to].State == catalog.StateMissing:
		o.reason = NoProject
	default:
		o.pkg = w.packageAt(to, local, r)
	}
	return o
}

// packageAt returns the package that a path into a project means: of those in
// the project file or the directory, that of the name or the only one; nil if
// there is none.
func (w *Workspace) packageAt(to int, local string, r requirement) *catalog.Package {
	var named, only *catalog.Package
	count := 0
	for _, p := range w.projects[to].publishes {
		file := w.abs(to, p.File)
		if p.Ecosystem != r.Ecosystem || file != local && parent(file) != local {
			continue
		}
		if p.Key == r.Key && named == nil {
			named = p
		}
		only = p
		count++
	}
	if named == nil && count == 1 {
		return only
	}
	return named
}

// byURL finds the checkout of a submodule's repository.
func (w *Workspace) byURL(asker int, r requirement) outcome {
	key := identity.RepositoryKey(r.Version, "", "")
	if base := w.projects[asker].remote; base != "" && strings.HasPrefix(r.Version, ".") {
		key = path.Join(base, strings.TrimSuffix(strings.ToLower(r.Version), ".git"))
	}
	if key == "" {
		return outcome{reason: NoProject, to: -1}
	}
	var list []claim
	for _, i := range w.byRemote[key] {
		if i != asker {
			list = append(list, claim{project: i})
		}
	}
	if len(list) == 0 {
		return outcome{reason: NoProject, to: -1}
	}
	if w.projects[list[0].project].kin == w.projects[asker].kin {
		return outcome{reason: Kin, to: -1}
	}
	return outcome{reason: Linked, to: w.nearest(asker, list).project, tier: catalog.TierName, via: "url " + r.Version}
}

func (w *Workspace) byName(asker int, r requirement, reached map[int]bool) outcome {
	known := w.claims[name{r.Ecosystem, r.Key}]
	o := outcome{to: -1}
	if r.Key == "" || known == nil {
		o.reason = Unpublished
		return o
	}
	all, list := known.all, known.serious
	if slices.ContainsFunc(all, func(c claim) bool { return c.project == asker && c.standing != fixture }) {
		o.reason = Own
		return o
	}
	if o.claims = list; len(list) == 0 {
		o.claims, o.reason = all, Vendored
		return o
	}
	me := w.projects[asker].kin
	list = keep(list, func(c claim) bool { return w.projects[c.project].kin != me })
	if len(list) == 0 {
		o.reason = Kin
		return o
	}
	from := source(r.Requirement)
	o.claims = list
	if list = keep(list, func(c claim) bool { return w.fromSource(c, from) }); len(list) == 0 {
		o.reason = OtherSource
		return o
	}
	o.claims = list
	return w.choose(asker, r, o, reached)
}

// choose picks one of the claims of o.
func (w *Workspace) choose(asker int, r requirement, o outcome, reached map[int]bool) outcome {
	list := o.claims
	inside := w.ownWorkspace(asker, list)
	o.tier = catalog.TierName
	switch {
	case r.Workspace && inside == nil:
		o.reason = NoWorkspace
		return o
	case r.Workspace:
		list, o.tier, o.via = inside, catalog.TierLocal, "workspace"
	case r.Indirect:
		o.reason = Indirect
		return o
	case w.oneKin(list): // nothing to choose, or only between checkouts
	case inside != nil && w.oneKin(inside):
		list, o.via = inside, "own workspace"
	default:
		list = keep(list, func(c claim) bool { return reached[c.project] })
		o.via = "another path leads there"
	}
	if !w.oneKin(list) {
		o.reason, o.via = Ambiguous, ""
		return o
	}
	if o.via == "" && !w.oneProject(list) {
		o.via = "nearest of several checkouts"
	}
	c := w.nearest(asker, list)
	o.reason, o.to, o.pkg = Linked, c.project, c.pkg
	return o
}

func (w *Workspace) oneProject(list []claim) bool {
	return !slices.ContainsFunc(list, func(c claim) bool { return c.project != list[0].project })
}

func keep(list []claim, f func(claim) bool) []claim {
	var out []claim
	for _, c := range list {
		if f(c) {
			out = append(out, c)
		}
	}
	return out
}

// source returns the key of the repository that a requirement names to be taken
// from, "" if it is taken from where its name leads.
func source(r *catalog.Requirement) string {
	at := r.Version
	switch {
	case strings.Contains(r.Name, "://") || strings.HasPrefix(r.Name, "git@"):
		at = r.Name // Swift's packages are named by their URL
	case r.Ecosystem == "go":
		at, _, _ = strings.Cut(r.Version, " ") // "example.com/fork v1.2.3" replaces
		if !strings.Contains(at, "/") {
			return ""
		}
		return strings.ToLower(strings.TrimSuffix(at, ".git"))
	}
	for _, host := range [][2]string{{"github:", "https://github.com/"}, {"gitlab:", "https://gitlab.com/"}, {"bitbucket:", "https://bitbucket.org/"}} {
		if rest, ok := strings.CutPrefix(at, host[0]); ok {
			at = host[1] + rest
		}
	}
	if !strings.Contains(at, "://") && !strings.HasPrefix(at, "git@") {
		return ""
	}
	at, _, _ = strings.Cut(at, "#")
	at = strings.TrimPrefix(at, "git+")
	if i := strings.LastIndexByte(at, '@'); i > strings.LastIndexByte(at, '/') { // pip's revision
		at = at[:i]
	}
	return identity.RepositoryKey(at, "", "")
}

// fromSource reports whether a claim's project is, as far as is known, a
// checkout of the repository with that key. A module may lie below the
// repository's root.
func (w *Workspace) fromSource(c claim, key string) bool {
	if key == "" {
		return true
	}
	remote := w.projects[c.project].remote
	if c.pkg.Ecosystem == "go" && remote == "" {
		return strings.EqualFold(c.pkg.Name, key)
	}
	return remote == "" || remote == key || strings.HasPrefix(key, remote+"/")
}
