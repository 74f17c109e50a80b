package links

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codegraph/catalog"
)

// Explanation says why one project depends on another, or why not.
type Explanation struct {
	Links  []catalog.Link // as Derive has them; nil if there is none
	Misses []Miss         // nearest misses, at most maxMisses; nil if there are links
}

// Miss is something that could have been a link and is not.
type Miss struct {
	Reason      Reason
	Text        string               // for people
	Requirement *catalog.Requirement // nil if there is none to show
	Package     *catalog.Package     // likewise
}

// More reasons, of Explain only.
const (
	Similar Reason = "similar" // a name is nearly that of a package
	Nothing Reason = "nothing" // there is nothing that could match
	Unknown Reason = "unknown" // the catalog does not know a project
	Itself  Reason = "itself"  // a project does not depend on itself
)

const maxMisses = 5

// Explain returns the manifest entries by which one project depends on another, or
// the nearest misses. It ignores manual links.
func Explain(projects []catalog.Project, packages []catalog.Package, requirements []catalog.Requirement, from, to catalog.ProjectID) Explanation {
	return New(projects, packages, requirements).Explain(from, to)
}

// Explain is the function Explain.
func (w *Workspace) Explain(from, to catalog.ProjectID) Explanation {
	a, okA := w.byID[from]
	b, okB := w.byID[to]
	switch {
	case !okA || !okB:
		id := from
		if okA {
			id = to
		}
		return Explanation{Misses: []Miss{{Reason: Unknown, Text: fmt.Sprintf("the catalog knows no project %q", id)}}}
	case a == b:
		return Explanation{Misses: []Miss{{Reason: Itself, Text: "a project does not depend on itself"}}}
	}
	var e Explanation
	for _, l := range w.from(a) {
		if l.To == to {
			e.Links = append(e.Links, l)
		}
	}
	if e.Links != nil {
		slices.SortFunc(e.Links, func(x, y catalog.Link) int {
			return cmp.Or(cmp.Compare(x.Ecosystem, y.Ecosystem), cmp.Compare(x.Package, y.Package))
		})
		return e
	}
	e.Misses = explainer{w}.misses(a, b)
	return e
}

// explainer finds the reasons for missing links.
type explainer struct{ *Workspace }

func (w explainer) misses(a, b int) []Miss {
	var list []Miss
	reached := w.reachedByPath(a)
	for _, r := range w.projects[a].requires {
		if m, ok := w.miss(a, b, r.Requirement, w.resolve(a, r, reached)); ok {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(x, y Miss) int { return cmp.Compare(x.distance(), y.distance()) })
	if len(list) == 0 {
		list = w.similar(a, b)
	}
	if len(list) == 0 {
		list = []Miss{{Reason: Nothing, Text: w.nothing(a, b)}}
	}
	return list[:min(len(list), maxMisses)]
}

// distance ranks misses: those of packages that are meant seriously first, then
// what only a decision of people is missing for.
func (m Miss) distance() int {
	n := slices.Index([]Reason{Ambiguous, NoProject, OtherSource, Indirect, NoWorkspace, Vendored, Kin, Own, NotOurs}, m.Reason) + 1
	if m.Package != nil {
		n += 10 * int(standing(m.Package.File))
	}
	return n
}

// miss says why a requirement of a, whose outcome is o, does not lead to b. It
// is false if the requirement has nothing to do with b.
func (w explainer) miss(a, b int, r *catalog.Requirement, o outcome) (Miss, bool) {
	claimed := w.claimOf(b, r)
	at := fmt.Sprintf("%s:%d", r.File, r.Line)
	A, B := w.projects[a].Name, w.projects[b].Name
	if claimed == nil {
		if o.to == b { // a path that leads there is no link only if b is missing
			return Miss{Reason: o.reason, Requirement: r, Text: fmt.Sprintf("%s takes %s from %s (%s), but %s is missing there", A, shown(r), r.Local, at, B)}, true
		}
		if r.Local != "" && o.reason == NoProject && baseOf(r.Local) == baseOf(w.projects[b].Root) {
			return Miss{Reason: NoProject, Requirement: r, Text: fmt.Sprintf(
				"%s takes %s from %s (%s), where the catalog knows no project; %s lies in %s", A, shown(r), r.Local, at, B, w.projects[b].Root)}, true
		}
		return Miss{}, false
	}
	m := Miss{Reason: o.reason, Requirement: r, Package: claimed}
	var why string
	switch o.reason {
	case Linked:
		m.Reason = OtherSource
		how := "the project " + w.projects[o.to].Name + " in " + w.projects[o.to].Root
		if o.via != "" {
			how += " (" + o.via + ")"
		}
		why = "it takes it from " + how
	case Own:
		why = A + " has a package of that name in its own tree"
		if r.Local != "" {
			why = "it takes it from " + r.Local + " in its own tree"
		}
	case Ambiguous:
		why = "ambiguous: " + w.names(o.claims) + " publish it; link the one that is meant by hand"
	case Indirect:
		why = "only something else that " + A + " requires needs it"
	case Vendored:
		why = "in " + B + " it is a vendored copy or test data (" + claimed.File + ")"
	case Kin:
		why = B + " is another checkout of the same repository"
	case OtherSource:
		why = "it takes it from " + cmp.Or(source(r), r.Version) + ", and " + B + " is a checkout of " + cmp.Or(w.projects[b].Remote, "another repository")
	case NoProject:
		why = "it takes it from " + r.Local + ", where the catalog knows no project"
	case NotOurs:
		why = "what asks for it is a vendored copy or test data of " + A
	case NoWorkspace:
		why = "it has to come from the workspace around " + A + ", where " + B + " does not lie"
	}
	does := fmt.Sprintf("which %s publishes", B)
	if standing(claimed.File) >= vendored {
		does = fmt.Sprintf("of which %s holds a copy", B)
	}
	m.Text = fmt.Sprintf("%s requires %s (%s), %s (%s:%d), but %s", A, shown(r), at, does, claimed.File, claimed.Line, why)
	return m, true
}

// claimOf returns the package of a project that a requirement names, nil if
// there is none.
func (w explainer) claimOf(b int, r *catalog.Requirement) *catalog.Package {
	known := w.claims[name{r.Ecosystem, r.Key}]
	if known == nil || r.Key == "" {
		return nil
	}
	var best *catalog.Package
	for _, c := range known.all {
		if c.project == b && (best == nil || standing(c.pkg.File) < standing(best.File)) {
			best = c.pkg
		}
	}
	return best
}

// names lists the projects of claims, each with its root.
func (w explainer) names(list []claim) string {
	var names []string
	for _, c := range list {
		names = append(names, fmt.Sprintf("%s (%s)", w.projects[c.project].Name, w.projects[c.project].Root))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if more := len(names) - 5; more > 0 {
		names = append(names[:5], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, " and ")
}

func (w explainer) nothing(a, b int) string {
	A, B := w.projects[a].Name, w.projects[b].Name
	switch {
	case len(w.projects[a].requires) == 0:
		return fmt.Sprintf("the manifests of %s require nothing", A)
	case len(w.projects[b].publishes) == 0:
		return fmt.Sprintf("no manifest of %s publishes a package", B)
	}
	p := slices.MinFunc(w.projects[b].publishes, func(p, q *catalog.Package) int {
		return cmp.Or(cmp.Compare(standing(p.File), standing(q.File)), manifestOrder(p, q))
	})
	more := ""
	if n := len(w.projects[b].publishes) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%s publishes %s (%s)%s; no manifest of %s requires it", B, p.Name, p.Ecosystem, more, A)
}

// shown is a requirement for people.
func shown(r *catalog.Requirement) string {
	s := cmp.Or(r.Name, r.Local)
	if r.Version != "" {
		s += " " + r.Version
	}
	return s
}

func baseOf(p string) string { return p[strings.LastIndexAny(p, `/\`)+1:] }
