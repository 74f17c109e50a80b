package manifest

import (
	"regexp"
	"strings"
)

// pep508 matches a Python requirement: a name, extras, then a version or a URL.
var pep508 = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(.*)$`)

// python records a requirement in the syntax of PEP 508.
func (m *Manifest) python(s string, r Requirement) {
	r.Ecosystem = PyPI
	s, _, _ = strings.Cut(strings.TrimSpace(s), ";") // environment markers follow
	f := pep508.FindStringSubmatch(strings.TrimSpace(s))
	if f == nil {
		m.problem(r.Line, "%q is not a requirement", s[:min(len(s), 60)])
		return
	}
	r.Name, r.Version = f[1], strings.TrimSpace(f[2])
	if target, ok := strings.CutPrefix(r.Version, "@"); ok {
		r.Version = strings.TrimSpace(target)
		r.Local = fileURL(r.Version)
	} else if !strings.HasPrefix(r.Version, "(") && r.Version != "" && !strings.ContainsAny(r.Version[:1], "=<>!~") {
		m.problem(r.Line, "%q is not a requirement", s[:min(len(s), 60)])
		return
	}
	r.Version = strings.Trim(r.Version, "()")
	m.Requirements = append(m.Requirements, r)
}

// fileURL returns the path of a file: URL, and "" for everything else.
func fileURL(s string) string {
	rest, ok := strings.CutPrefix(s, "file:")
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, "#")
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		return strings.TrimPrefix(after, "localhost")
	}
	return rest
}
