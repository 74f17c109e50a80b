package about

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest"
)

// Outline returns a line for each directory of a list of files, with the number
// of files in it and below: "src/Core/ (40 files)". It returns at most limit
// lines, sorted by path. Directories near the root take precedence, then large
// ones. A last line counts the omitted directories. "./" counts the files in the
// root itself.
func Outline(files []projectbase.Path, limit int) []string {
	count := map[projectbase.Path]int{}
	for _, f := range files {
		d := f.Dir()
		if d == "." {
			count["."]++
		}
		for ; d != "." && d != "/" && d.Valid(); d = d.Dir() {
			count[d]++
		}
	}
	dirs := make([]projectbase.Path, 0, len(count))
	for d := range count {
		dirs = append(dirs, d)
	}
	slices.SortFunc(dirs, func(a, b projectbase.Path) int {
		return cmp.Or(cmp.Compare(depth(a), depth(b)), cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	left := len(dirs)
	dirs = dirs[:min(len(dirs), max(0, limit))]
	left -= len(dirs)
	slices.Sort(dirs)
	lines := make([]string, len(dirs), len(dirs)+1)
	for i, d := range dirs {
		word := "files"
		if count[d] == 1 {
			word = "file"
		}
		lines[i] = fmt.Sprintf("%s/ (%d %s)", d, count[d], word)
	}
	return leftOut(lines, left, "directories")
}

// leftOut adds a line with the number of omitted lines.
func leftOut(lines []string, n int, what string) []string {
	if n > 0 {
		lines = append(lines, fmt.Sprintf("and %d more %s", n, what))
	}
	return lines
}

func depth(p projectbase.Path) int {
	if p == "." {
		return 0
	}
	return 1 + strings.Count(string(p), "/")
}

// Dependencies returns the external packages that the manifests of a tree
// require, each once, as "name version (ecosystem)". It skips packages that the
// tree publishes or replaces by a directory, and indirect requirements.
// Packages for running the code come first, then at most maxDev packages for
// development.
func Dependencies(list []manifest.Manifest) []string {
	type key struct{ ecosystem, name string }
	own := map[key]bool{}
	for _, m := range list {
		for _, p := range m.Packages {
			own[key{p.Ecosystem, manifest.Normalize(p.Ecosystem, p.Name)}] = true
		}
	}
	best := map[key]manifest.Requirement{}
	for _, m := range list {
		for _, r := range m.Requirements {
			k := key{r.Ecosystem, manifest.Normalize(r.Ecosystem, r.Name)}
			inside := r.Local != "" && projectbase.Path(r.Local).Valid()
			if r.Indirect || r.Workspace || inside || own[k] && r.Local == "" {
				continue
			}
			if old, ok := best[k]; !ok || old.Dev && !r.Dev || old.Dev == r.Dev && old.Local == "" && r.Local != "" {
				best[k] = r
			}
		}
	}
	found := make([]manifest.Requirement, 0, len(best))
	for _, r := range best {
		found = append(found, r)
	}
	slices.SortFunc(found, func(a, b manifest.Requirement) int {
		return cmp.Or(compareBool(a.Dev, b.Dev), cmp.Compare(a.Ecosystem, b.Ecosystem), cmp.Compare(a.Name, b.Name))
	})
	var lines []string
	dev := 0
	for _, r := range found {
		if r.Dev {
			dev++
		}
		if dev <= maxDev {
			lines = append(lines, dependency(r))
		}
	}
	return leftOut(lines, dev-maxDev, "to build, test and develop it")
}

// maxDev bounds the packages for development in a summary.
const maxDev = 10

func dependency(r manifest.Requirement) string {
	s := r.Name
	if r.Version != "" && r.Local == "" {
		s += " " + r.Version
	}
	s += " (" + r.Ecosystem
	if r.Dev {
		s += ", dev"
	}
	if r.Local != "" {
		s += ", " + r.Local
	}
	return s + ")"
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
