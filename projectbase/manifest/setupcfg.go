package manifest

import (
	"strings"

	"codegraph/projectbase"
)

// parseSetupCfg reads the setup.cfg of setuptools: [metadata] and [options].
func parseSetupCfg(p projectbase.Path, data []byte) (Manifest, error) {
	c := setupCfg{}
	line := 0
	for s := range strings.SplitSeq(string(data), "\n") {
		line++
		c.line(strings.TrimRight(s, " \t\r"), line)
	}
	if c.pkg.Name != "" {
		c.Packages = []Package{c.pkg}
	}
	return c.Manifest, nil
}

type setupCfg struct {
	Manifest
	pkg          Package
	section, key string
}

func (c *setupCfg) line(s string, n int) {
	trimmed := strings.TrimSpace(s)
	switch {
	case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
	case s[0] == ' ' || s[0] == '\t': // the value goes on
		c.value(trimmed, n)
	case s[0] == '[':
		c.section, c.key = strings.ToLower(strings.Trim(s, "[]")), ""
	default:
		i := strings.IndexAny(s, "=:")
		if i < 0 {
			c.problem(n, "neither a section nor a value")
			return
		}
		c.key = strings.ToLower(strings.TrimSpace(s[:i]))
		c.value(strings.TrimSpace(s[i+1:]), n)
	}
}

func (c *setupCfg) value(v string, n int) {
	if v == "" || c.key == "" {
		return
	}
	r := Requirement{Line: n, Key: c.section + "." + c.key}
	switch {
	case r.Key == "metadata.name":
		c.pkg = Package{Ecosystem: PyPI, Name: v, Version: c.pkg.Version, Line: n}
	case r.Key == "metadata.version" && !strings.HasPrefix(v, "attr:") && !strings.HasPrefix(v, "file:"):
		c.pkg.Version = v
	case r.Key == "options.setup_requires" || r.Key == "options.tests_require":
		r.Dev = true
		c.requirement(v, r)
	case r.Key == "options.install_requires" || c.section == "options.extras_require":
		r.Optional = c.section == "options.extras_require"
		c.requirement(v, r)
	}
}

// requirement records v unless it refers to a file.
func (c *setupCfg) requirement(v string, r Requirement) {
	if !strings.HasPrefix(v, "file:") {
		c.python(v, r)
	}
}
