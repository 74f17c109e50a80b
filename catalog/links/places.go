package links

import (
	"path"
	"strings"

	"codegraph/catalog"
)

// findKin gives clones, copies and worktrees of one thing the same kin. A
// project within a repository is kin only of the same directory of another
// checkout: two packages of one repository are different things.
func (w *Workspace) findKin() {
	for i := range w.projects {
		p := &w.projects[i]
		p.kin = "id:" + string(p.ID)
		if p.Repository != "" {
			p.kin = "repository:" + p.Repository + ":" + w.withinRepository(i)
		}
	}
	for i := range w.projects { // copies without a repository are kin of the first original
		p := &w.projects[i]
		if p.Repository != "" {
			continue
		}
		at := i
		for range len(w.projects) { // a hostile catalog may hold a loop
			next, ok := w.byID[w.projects[at].CopiedFrom]
			if !ok {
				if from := w.projects[at].CopiedFrom; from != "" { // forgotten, but two copies of it are kin all the same
					p.kin = "id:" + string(from)
				} else {
					p.kin = w.projects[at].kin
				}
				break
			}
			at = next
		}
	}
}

// withinRepository returns where a project lies in its repository: "" at the
// root. Without the repository's root in the catalog, the directory's name has
// to do.
func (w *Workspace) withinRepository(i int) string {
	p := &w.projects[i]
	if p.Kind == catalog.KindGit {
		return ""
	}
	for at := w.around(i); at >= 0; at = w.around(at) {
		if q := &w.projects[at]; q.Kind == catalog.KindGit && q.Repository == p.Repository {
			return strings.TrimPrefix(p.Root, q.Root)
		}
	}
	return path.Base(p.Root)
}

// around returns the innermost project that a project lies in, -1 if there is
// none.
func (w *Workspace) around(i int) int {
	p := &w.projects[i]
	dir := parent(p.Root)
	if dir == p.Root {
		return -1
	}
	return w.holding(p.Node, dir)
}

// holding returns the innermost project on a node that holds an absolute path,
// -1 if there is none.
func (w *Workspace) holding(node, p string) int {
	for {
		if i, ok := w.byRoot[catalog.Place{Node: node, Root: p}]; ok {
			return i
		}
		up := parent(p)
		if up == p {
			return -1
		}
		p = up
	}
}

// parent returns the directory that an absolute path lies in; the root of all
// is its own and written as "".
func parent(p string) string {
	if i := strings.LastIndexAny(p, `/\`); i >= 0 {
		return p[:i]
	}
	return p
}

func (w *Workspace) abs(i int, file string) string {
	if file == "." {
		return w.projects[i].Root
	}
	return w.projects[i].Root + "/" + file
}

// enterManifest remembers that a project lists a manifest.
func (w *Workspace) enterManifest(i int, file string) {
	p := w.abs(i, file)
	w.manifests[manifest{i, p}] = true
	w.manifests[manifest{i, parent(p)}] = true
}

// belongsElsewhere reports whether a project inside this one lists the manifest too.
// Then only the inner project counts.
func (w *Workspace) belongsElsewhere(i int, file string) bool {
	p := w.abs(i, file)
	inner := w.holding(w.projects[i].Node, p)
	return inner != i && inner >= 0 && w.manifests[manifest{inner, p}]
}

// encloses reports whether project i is project j or lies around it.
func (w *Workspace) encloses(i, j int) bool {
	a, b := &w.projects[i], &w.projects[j]
	return a.Node == b.Node && (a.Root == b.Root || strings.HasPrefix(b.Root, a.Root+"/"))
}
