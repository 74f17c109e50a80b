package manifest

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/script"
)

// parseCMake reads CMakeLists.txt: the name in project(), find_package, the
// modules that fetch sources, and directories outside the tree in
// add_subdirectory. It replaces variables that the file sets and treats
// conditions as true.
func parseCMake(p projectbase.Path, data []byte) (Manifest, error) {
	c := cmake{vars: map[string]string{}}
	for _, dir := range []string{"CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_LIST_DIR"} {
		c.vars[dir] = "."
	}
	scanCMake(string(data), c.command)
	return c.Manifest, nil
}

type cmake struct {
	Manifest
	vars map[string]string
}

var cmakeUse = regexp.MustCompile(`\$\{([\w.-]+)\}`)

func (c *cmake) expand(s string) string { return expandWith(s, cmakeUse, c.vars) }

// after returns the argument that follows a keyword.
func (c *cmake) after(args []string, keyword string) string {
	if i := slices.Index(args, keyword); i >= 0 && i+1 < len(args) {
		return c.expand(args[i+1])
	}
	return ""
}

func (c *cmake) command(name string, args []string, line int) {
	if len(args) == 0 {
		return
	}
	first := c.expand(args[0])
	r := Requirement{Ecosystem: CMake, Name: first, Line: line, Key: name}
	switch name {
	case "set":
		if len(args) > 1 && len(args[1]) <= maxText {
			c.vars[args[0]] = c.expand(args[1])
		}
	case "project":
		c.vars["PROJECT_NAME"] = first
		version := c.after(args, "VERSION")
		c.vars["PROJECT_VERSION"], c.vars[first+"_VERSION"] = version, version
		if cmakeName(first) {
			c.Packages = append(c.Packages, Package{Ecosystem: CMake, Name: first, Version: literalOnly(version), Line: line})
		}
	case "find_package", "find_dependency":
		if len(args) > 1 && args[1] != "" && args[1][0] >= '0' && args[1][0] <= '9' {
			r.Version = c.expand(args[1])
		}
		r.Optional = name == "find_package" && !slices.Contains(args, "REQUIRED")
		c.require(r)
	case "fetchcontent_declare", "externalproject_add", "cpmaddpackage":
		c.fetched(r, args)
	case "add_subdirectory":
		c.directory(r)
	}
}

func (c *cmake) require(r Requirement) {
	if cmakeName(r.Name) {
		c.Requirements = append(c.Requirements, r)
	}
}

// fetched records sources that the build downloads.
func (c *cmake) fetched(r Requirement, args []string) {
	if r.Key == "cpmaddpackage" {
		if short, ok := strings.CutPrefix(r.Name, "gh:"); ok { // gh:owner/name#tag
			short, tag, _ := strings.Cut(strings.Replace(short, "@", "#", 1), "#")
			r.Name, r.Version = path.Base(short), "https://github.com/"+short+"#"+tag
			c.require(r)
			return
		}
		r.Name = c.after(args, "NAME")
	}
	url := c.after(args, "GIT_REPOSITORY")
	if short := c.after(args, "GITHUB_REPOSITORY"); short != "" {
		url = "https://github.com/" + short
	}
	tag := cmp.Or(c.after(args, "GIT_TAG"), c.after(args, "VERSION"))
	switch {
	case url != "" && tag != "":
		r.Version = url + "#" + tag
	default:
		r.Version = cmp.Or(url, c.after(args, "URL"), tag)
	}
	if dir := c.after(args, "SOURCE_DIR"); dir != "" && !strings.Contains(dir, "$") && url == "" && c.after(args, "URL") == "" {
		r.Local = dir
	}
	c.require(r)
}

// apart lists directories that usually hold third-party sources.
var apart = []string{"third_party", "third-party", "thirdparty", "3rdparty", "external", "externals", "extern", "ext", "deps", "vendor",
	"submodules", "subprojects", "lib", "libs", "modules", "dependencies"}

// directory records a directory of add_subdirectory: a member if it belongs to
// the tree, else a requirement.
func (c *cmake) directory(r Requirement) {
	dir := path.Clean(strings.ReplaceAll(r.Name, `\`, "/"))
	if strings.ContainsAny(dir, "$<>") || dir == "." {
		return
	}
	head, _, nested := strings.Cut(dir, "/")
	if head == ".." || path.IsAbs(dir) || nested && slices.Contains(apart, strings.ToLower(head)) {
		r.Name, r.Local = path.Base(dir), dir
		if r.Name != ".." {
			c.Requirements = append(c.Requirements, r)
		}
		return
	}
	c.Members = append(c.Members, Member{Ecosystem: CMake, Path: dir, Line: r.Line, Key: r.Key})
}

// cmakeName reports whether a name is literal.
func cmakeName(s string) bool { return s != "" && !strings.ContainsAny(s, "${}<>@ /") }

// literalOnly returns s unless it holds variables.
func literalOnly(s string) string {
	if strings.Contains(s, "$") {
		return ""
	}
	return s
}

// scanCMake calls f for each command, its name in lower case.
func scanCMake(s string, f func(name string, args []string, line int)) {
	c := cmakeScanner{s: s, line: 1}
	name, depth, line := "", 0, 1
	var args []string
	for {
		t, kind := c.next()
		switch {
		case kind == cmakeEnd:
			return
		case kind == cmakeOpen:
			if depth == 0 {
				args, line = nil, c.line
			}
			depth++
		case kind == cmakeClose && depth > 0:
			if depth--; depth == 0 {
				f(strings.ToLower(name), args, line)
				name = ""
			}
		case depth > 0:
			args = append(args, t)
		default:
			name = t
		}
	}
}

type cmakeScanner struct {
	s    string
	i    int
	line int
}

type cmakeToken uint8

const (
	cmakeEnd cmakeToken = iota
	cmakeOpen
	cmakeClose
	cmakeText
)

var bracketArgument = regexp.MustCompile(`^\[(=*)\[`)

func (c *cmakeScanner) next() (string, cmakeToken) {
	for c.i < len(c.s) {
		rest := c.s[c.i:]
		switch ch := rest[0]; {
		case ch == '\n' || ch == ' ' || ch == '\t' || ch == '\r' || ch == ';':
			c.take(1)
		case ch == '#':
			n := script.LineLength(rest)
			if f := bracketArgument.FindStringSubmatch(rest[1:min(len(rest), 100)]); f != nil {
				n = script.End(rest, 1+len(f[0]), "]"+f[1]+"]")
			}
			c.take(n)
		case ch == '(':
			c.take(1)
			return "", cmakeOpen
		case ch == ')':
			c.take(1)
			return "", cmakeClose
		case ch == '"':
			return c.quoted(rest), cmakeText
		case ch == '[' && bracketArgument.MatchString(rest[:min(len(rest), 100)]):
			f := bracketArgument.FindStringSubmatch(rest[:min(len(rest), 100)])
			n := script.End(rest, len(f[0]), "]"+f[1]+"]")
			c.take(n)
			return strings.TrimSuffix(rest[len(f[0]):n], "]"+f[1]+"]"), cmakeText
		default:
			n := strings.IndexAny(rest, " \t\r\n;()\"#")
			if n < 0 {
				n = len(rest)
			}
			c.take(n)
			return rest[:n], cmakeText
		}
	}
	return "", cmakeEnd
}

func (c *cmakeScanner) take(n int) {
	c.line += strings.Count(c.s[c.i:c.i+n], "\n")
	c.i += n
}

func (c *cmakeScanner) quoted(rest string) string {
	n := 1
	for n < len(rest) && rest[n] != '"' {
		if rest[n] == '\\' && n+1 < len(rest) {
			n++
		}
		n++
	}
	text := rest[1:min(n, len(rest))]
	c.take(min(n+1, len(rest)))
	return text
}
