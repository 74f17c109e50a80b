package manifest

import (
	"strings"

	"codegraph/projectbase"
)

// parseRequirements reads pip's requirements files. It does not open the files
// of -r and -c: they are manifests themselves.
func parseRequirements(p projectbase.Path, data []byte) (Manifest, error) {
	var m Manifest
	name := strings.ToLower(p.Base())
	dev := strings.Contains(name, "dev") || strings.Contains(name, "test")
	line, first, joined := 0, 1, ""
	for s := range strings.SplitSeq(string(data), "\n") {
		line++
		s = strings.TrimRight(s, "\r")
		if joined == "" {
			first = line
		}
		if head, more := strings.CutSuffix(s, `\`); more && len(joined) < 4*maxText {
			joined += head + " "
			continue
		}
		m.pipLine(joined+s, Requirement{Ecosystem: PyPI, Line: first, Key: "requirements", Dev: dev})
		joined = ""
	}
	if joined != "" {
		m.pipLine(joined, Requirement{Ecosystem: PyPI, Line: first, Key: "requirements", Dev: dev})
	}
	return m, nil
}

func (m *Manifest) pipLine(s string, r Requirement) {
	if i := strings.Index(" "+s, " #"); i >= 0 {
		s = s[:max(0, i-1)]
	}
	s = strings.TrimSpace(s)
	for _, option := range []string{"-e ", "--editable ", "--editable=", "-e="} {
		if rest, ok := strings.CutPrefix(s, option); ok {
			s, r.Key = strings.TrimSpace(rest), "editable"
		}
	}
	if s == "" || s[0] == '-' { // an option for pip, such as --index-url
		return
	}
	if i := strings.Index(s, " --"); i > 0 { // --hash and its like
		s = strings.TrimSpace(s[:i])
	}
	target := s
	if u := fileURL(s); u != "" {
		target = u
	}
	if strings.HasPrefix(target, ".") || strings.HasPrefix(target, "/") || strings.HasPrefix(target, "~/") {
		m.pipPath(target, s, r)
		return
	}
	if scheme := strings.Index(s, "://"); scheme > 0 && !strings.Contains(s[:scheme], "@") {
		m.pipURL(s, r)
		return
	}
	m.python(s, r)
}

// pipPath records a requirement of a directory. Its name is #egg=, else the
// last element of the path.
func (m *Manifest) pipPath(target, whole string, r Requirement) {
	target, _, _ = strings.Cut(target, "#")
	target, _, _ = strings.Cut(target, "[")
	r.Local = target
	r.Name = egg(whole)
	if r.Name == "" {
		r.Name = strings.Trim(target[strings.LastIndexByte(strings.TrimRight(target, "/"), '/')+1:], "./")
	}
	if r.Name == "" { // "." and "..": the directory itself
		return
	}
	m.Requirements = append(m.Requirements, r)
}

func (m *Manifest) pipURL(s string, r Requirement) {
	if r.Name = egg(s); r.Name == "" {
		m.problem(r.Line, "a URL without the name of its package")
		return
	}
	r.Version, _, _ = strings.Cut(s, "#")
	m.Requirements = append(m.Requirements, r)
}

// egg returns the name in a URL's #egg=name.
func egg(s string) string {
	_, name, _ := strings.Cut(s, "#egg=")
	if i := strings.IndexAny(name, "&[ "); i >= 0 {
		name = name[:i]
	}
	return name
}
