package links

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/catalog"
)

// claim is a package with the project that publishes it.
type claim struct {
	project  int
	pkg      *catalog.Package // nil for a whole repository
	standing rank
}

// claims are those of one name.
type claims struct {
	all, serious []claim
}

func (w *Workspace) claim(n name, c claim) {
	if w.claims[n] == nil {
		w.claims[n] = &claims{}
	}
	w.claims[n].all = append(w.claims[n].all, c)
}

// rank is how seriously a manifest is meant, by where it lies.
type rank uint8

const (
	proper   rank = iota
	aside         // examples, tests and possible copies: yields to a proper claim
	vendored      // a vendored copy: serves its own project only
	fixture       // test data: says nothing of anybody
)

var ranks = map[string]rank{
	"vendor": vendored, "vendored": vendored, "_vendor": vendored, "third_party": vendored, "third-party": vendored, "thirdparty": vendored,
	"3rdparty": vendored, "3rd_party": vendored, "node_modules": vendored, "bower_components": vendored, "site-packages": vendored,
	"pods": vendored, "carthage": vendored, "testdata": fixture, "fixtures": fixture, "__fixtures__": fixture, "test-fixtures": fixture,
	"external": aside, "externals": aside, "extern": aside, "deps": aside, "submodules": aside,
	"example": aside, "examples": aside, "sample": aside, "samples": aside, "demo": aside, "demos": aside, "playground": aside, "playgrounds": aside,
	"test": aside, "tests": aside, "__tests__": aside, "e2e": aside, "benchmark": aside, "benchmarks": aside, "templates": aside,
}

// standing ranks a manifest of a project by the directories it lies in.
func standing(file string) rank {
	r := proper
	dirs := strings.Split(strings.ToLower(file), "/")
	for _, dir := range dirs[:len(dirs)-1] {
		r = max(r, ranks[dir])
	}
	return r
}

// serious leaves the claims of the best rank and, among these, those of
// projects that are not missing, if there are any. Copies and test data
// never count.
func (w *Workspace) serious(list []claim) []claim {
	weight := func(c claim) int {
		n := 2 * int(c.standing)
		if w.projects[c.project].State == catalog.StateMissing {
			n++
		}
		return n
	}
	var out []claim
	for _, c := range list {
		if c.standing >= vendored {
			continue
		}
		switch {
		case len(out) == 0 || weight(c) == weight(out[0]):
			out = append(out, c)
		case weight(c) < weight(out[0]):
			out = append(out[:0], c)
		}
	}
	return out
}

// ownWorkspace leaves the claims that lie in the innermost project around the
// asker that holds any. It returns nil if there is none. A project without manifests,
// such as a home directory under git, is nobody's workspace.
func (w *Workspace) ownWorkspace(asker int, list []claim) []claim {
	for at := asker; at >= 0; at = w.around(at) {
		var inside []claim
		for _, c := range list {
			if w.encloses(at, c.project) {
				inside = append(inside, c)
			}
		}
		gathers := at == asker || len(w.projects[at].publishes)+len(w.projects[at].requires) > 0
		if inside != nil && gathers {
			return inside
		}
	}
	return nil
}

// oneKin reports whether all claims are of the same thing in several
// checkouts.
func (w *Workspace) oneKin(list []claim) bool {
	for _, c := range list {
		if w.projects[c.project].kin != w.projects[list[0].project].kin {
			return false
		}
	}
	return len(list) > 0
}

// nearest returns of several checkouts of one thing the one to take: on the
// asker's node, sharing the longest way from the root with the asker, not a
// copy of another, with the shortest and then first root.
func (w *Workspace) nearest(asker int, list []claim) claim {
	me := &w.projects[asker]
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	return slices.MinFunc(list, func(a, b claim) int {
		p, q := &w.projects[a.project], &w.projects[b.project]
		return cmp.Or(cmp.Compare(flag(p.Node != me.Node), flag(q.Node != me.Node)),
			cmp.Compare(shared(me.Root, q.Root), shared(me.Root, p.Root)),
			cmp.Compare(flag(p.CopiedFrom != ""), flag(q.CopiedFrom != "")),
			cmp.Compare(len(p.Root), len(q.Root)), cmp.Compare(p.Root, q.Root), cmp.Compare(p.ID, q.ID),
			manifestOrder(a.pkg, b.pkg))
	})
}

// manifestOrder compares packages of one project: the manifest nearest to its
// root comes first.
func manifestOrder(a, b *catalog.Package) int {
	if a == nil || b == nil {
		return 0
	}
	return cmp.Or(cmp.Compare(strings.Count(a.File, "/"), strings.Count(b.File, "/")), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// shared counts the directories from the root that two paths have in common.
func shared(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}
