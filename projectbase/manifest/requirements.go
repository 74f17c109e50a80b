package manifest

import (
	"strings"

	"codegraph/projectbase"
)

// parseRequirements reads pip's requirements files. Other files that -r and -c
// name are manifests of their own and not opened from here.
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
	place := s
	if u := fileURL(s); u != "" {
		place = u
	}
	if strings.HasPrefix(place, ".") || strings.HasPrefix(place, "/") || strings.HasPrefix(place, "~/") {
		m.pipPath(place, s, r)
		return
	}
	if scheme := strings.Index(s, "://"); scheme > 0 && !strings.Contains(s[:scheme], "@") {
		m.pipURL(s, r)
		return
	}
	m.python(s, r)
}

// pipPath enters a directory; its last element is the best name there is
// without reading what lies in it, unless #egg= tells.
func (m *Manifest) pipPath(place, whole string, r Requirement) {
	place, _, _ = strings.Cut(place, "#")
	place, _, _ = strings.Cut(place, "[")
	r.Local = place
	r.Name = egg(whole)
	if r.Name == "" {
		r.Name = strings.Trim(place[strings.LastIndexByte(strings.TrimRight(place, "/"), '/')+1:], "./")
	}
	if r.Name == "" { // "." and "..": the directory itself
		return
	}
	m.Requirements = append(m.Requirements, r)
}

func (m *Manifest) pipURL(s string, r Requirement) {
	if r.Name = egg(s); r.Name == "" {
		m.problem(r.Line, "a URL does not say which package it is")
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
