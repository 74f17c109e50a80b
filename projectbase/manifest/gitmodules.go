package manifest

import (
	"path"
	"strings"

	"codegraph/projectbase"
)

// parseGitmodules reads the submodules of a repository. Their URLs stand for
// versions; a relative one is relative to the remote of the repository.
func parseGitmodules(p projectbase.Path, data []byte) (Manifest, error) {
	var m Manifest
	var r *Requirement
	n := 0
	for s := range strings.SplitSeq(string(data), "\n") {
		n++
		s = strings.TrimSpace(s)
		if strings.HasPrefix(s, "[") {
			r = nil
			if name, ok := strings.CutPrefix(s, "[submodule"); ok {
				name = strings.Trim(name, "] \t\"")
				m.Requirements = append(m.Requirements, Requirement{Ecosystem: Git, Name: name, Line: n, Key: "submodule"})
				r = &m.Requirements[len(m.Requirements)-1]
			}
			continue
		}
		key, value, ok := strings.Cut(s, "=")
		if !ok || r == nil || s[0] == '#' || s[0] == ';' {
			continue
		}
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "path":
			r.Local = value
		case "url":
			r.Version = value
		}
	}
	for i := range m.Requirements {
		r := &m.Requirements[i]
		if r.Local != "" && !projectbase.Path(path.Clean(r.Local)).Valid() {
			m.problem(r.Line, "the path of a submodule leads out of the repository")
			r.Local = ""
		}
	}
	return m, nil
}
