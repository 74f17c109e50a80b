package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxWorkTrees bounds the work trees of one repository that Siblings checks.
const maxWorkTrees = 256

// Siblings returns the other existing work trees of the repository: the main
// one first, then the linked ones by name. It skips directories that do not
// refer back to this repository.
func (r *Repo) Siblings() []*Repo {
	roots := []string{r.mainWorkTree()}
	dir := filepath.Join(r.CommonDir, "worktrees")
	// Without linked work trees there is no such directory.
	entries, _ := os.ReadDir(dir)
	for _, e := range entries[:min(len(entries), maxWorkTrees)] {
		text, err := readSmall(filepath.Join(dir, e.Name(), "gitdir"))
		if err != nil {
			continue // git is adding or removing it
		}
		roots = append(roots, filepath.Dir(join(filepath.Join(dir, e.Name()), strings.TrimSpace(string(text)))))
	}
	var list []*Repo
	for _, root := range roots {
		o, err := Open(root)
		if err != nil || !samePlace(o.CommonDir, r.CommonDir) || samePlace(o.WorkTree, r.WorkTree) {
			continue
		}
		if !slices.ContainsFunc(list, func(l *Repo) bool { return samePlace(l.WorkTree, o.WorkTree) }) {
			list = append(list, o)
		}
	}
	return list
}

// mainWorkTree returns the directory of the main work tree, or "" if there is
// none.
func (r *Repo) mainWorkTree() string {
	if tree, ok := r.config.last("core", "worktree"); ok && tree != "" {
		return join(r.CommonDir, tree)
	}
	return filepath.Dir(r.CommonDir)
}

func samePlace(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
