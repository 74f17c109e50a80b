// Package manifest reads package manifests such as go.mod, package.json,
// *.csproj and pyproject.toml. They declare the packages that a directory
// publishes and requires. Parse reads one file. Complete fills in facts that
// need several manifests of a tree.
//
// Manifests are untrusted input. Parse does not execute them, use the network
// or open other files, and it does not panic. It reports parts that it does not
// understand in Manifest.Errors.
package manifest

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
)

// Ecosystems: the registries within which a package's name is unique.
const (
	Go       = "go"
	NPM      = "npm"
	NuGet    = "nuget"
	PyPI     = "pypi"
	Cargo    = "cargo"
	Maven    = "maven" // also what Gradle builds: group:artifact
	Composer = "composer"
	RubyGems = "rubygems"
	Swift    = "swift" // a requirement names the URL of a repository
	CMake    = "cmake"
)

// Kinds of requirements that name a location instead of a package in a
// registry.
const (
	Git        = "git" // submodules; their URL is the version
	TypeScript = "typescript"
)

// Limits on one manifest.
const (
	MaxSize     = 1 << 20 // bytes of a file; larger ones are refused
	maxText     = 512     // bytes of a name, a version or a path
	maxProblems = 50      // the first are kept
)

// Package is a package that a directory publishes or could publish.
type Package struct {
	Ecosystem string
	Name      string           // as written; Normalize makes it comparable
	Version   string           // "" if the manifest names none
	Dir       projectbase.Path // directory of the manifest
	File      projectbase.Path
	Line      int // 1-based; 1 if the name comes from the file name
	// Entries are the files that an import of the package's name may load, the
	// preferred first. They are relative to Dir, as written in package.json.
	Entries []string
}

// Alias maps import paths to files of the project: "paths" of a tsconfig.
// Pattern has at most one "*". Targets are relative to the root.
type Alias struct {
	Pattern string
	Targets []string
}

// Requirement is a package that a manifest requires.
type Requirement struct {
	Ecosystem string
	Name      string // the package's name, as written; never empty
	Alias     string // the name in the code, if it differs
	Version   string // version or range as written, without credentials; "" if any
	Dev       bool   // needed to build, test or develop only
	Optional  bool   // not needed to run
	Indirect  bool   // listed because something else needs it
	Workspace bool   // comes from the surrounding workspace
	// Local is the path of a directory or project file that overrides the
	// name: slash-separated, cleaned, relative to the project root, so that
	// it may begin with "../"; or absolute as written. "" if there is none.
	Local string
	File  projectbase.Path
	Line  int    // 1-based
	Key   string // where in the manifest, such as "require" or "devDependencies"
}

// Member is a directory, project file or glob that a workspace, a solution or
// go.work names as its own. Path is like Requirement.Local.
type Member struct {
	Ecosystem string
	Name      string // as the manifest calls it; often ""
	Path      string
	File      projectbase.Path
	Line      int
	Key       string
}

// Problem is a part of a manifest that was not understood.
type Problem struct {
	File    projectbase.Path
	Line    int // 0 if it is not known
	Message string
}

// Manifest holds the facts of one file. Its lists are ordered by line.
type Manifest struct {
	File         projectbase.Path
	Kind         string // name of the kind, such as "go.mod"
	Packages     []Package
	Requirements []Requirement
	Members      []Member
	Central      []Requirement // versions for other manifests of the tree; not requirements
	Aliases      []Alias
	Errors       []Problem // parts that are missing from the lists

	maven  *pom         // for Complete
	gradle *gradleFacts // likewise
}

// Dir returns the directory of the manifest.
func (m *Manifest) Dir() projectbase.Path { return m.File.Dir() }

// Gathers reports whether the manifest declares a workspace whose members are
// built together. Included builds and CMake subdirectories are not such
// members.
func (m *Manifest) Gathers() bool {
	return slices.ContainsFunc(m.Members, func(e Member) bool {
		switch m.Kind {
		case "go.work", "package.json", "pnpm-workspace.yaml", "Cargo.toml", "pom.xml", "pyproject.toml", "sln", "slnx":
			return true
		}
		return m.Kind == "settings.gradle" && e.Key == "include"
	})
}

// Known reports whether Parse understands files of this path.
func Known(p projectbase.Path) bool { return kindOf(p) != nil }

// Parse reads the manifest at p with the given content. It returns an error
// that wraps projectbase.ErrUsage if no kind claims the path, ErrLimit if the
// content is too long or too deep, and ErrMalformed if it cannot be read at
// all. Parts that are wrong in a readable file are in Errors instead.
func Parse(p projectbase.Path, data []byte) (m Manifest, err error) {
	k := kindOf(p)
	if k == nil {
		return Manifest{}, fmt.Errorf("manifest %q: unknown kind of manifest: %w", p, projectbase.ErrUsage)
	}
	if len(data) > MaxSize {
		return Manifest{}, fmt.Errorf("manifest %q: has %d bytes, the limit is %d: %w", p, len(data), MaxSize, projectbase.ErrLimit)
	}
	// A panic in a third-party parser must not end the indexing of a tree.
	defer func() {
		if r := recover(); r != nil {
			m, err = Manifest{}, fmt.Errorf("manifest %q: parser failed: %v: %w", p, r, projectbase.ErrMalformed)
		}
	}()
	m, err = k.parse(p, bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) // the byte order mark
	if err != nil {
		return Manifest{}, fmt.Errorf("manifest %q: %w", p, err)
	}
	m.File, m.Kind = p, k.name
	m.tidy()
	m.requireOutside()
	return m, nil
}

// requireOutside adds a requirement for each member outside of the project
// root.
func (m *Manifest) requireOutside() {
	n := len(m.Requirements)
	for _, e := range m.Members {
		inside := projectbase.Path(e.Path).Valid()
		if inside || strings.ContainsAny(e.Path, "*?[{!") || path.Base(e.Path) == ".." {
			continue
		}
		name := cmp.Or(e.Name, strings.TrimSuffix(path.Base(e.Path), path.Ext(e.Path)))
		if !m.acceptable(name, e.Line) || m.requires(e.Path, n) {
			continue
		}
		m.Requirements = append(m.Requirements, Requirement{Ecosystem: e.Ecosystem, Name: name, Local: e.Path, File: e.File, Line: e.Line, Key: e.Key})
	}
	slices.SortStableFunc(m.Requirements, func(a, b Requirement) int { return cmp.Compare(a.Line, b.Line) })
}

// requires reports whether one of the first n requirements leads to a path.
func (m *Manifest) requires(local string, n int) bool {
	return slices.ContainsFunc(m.Requirements[:n], func(r Requirement) bool { return r.Local == local })
}

// problem records a part that was not understood.
func (m *Manifest) problem(line int, format string, args ...any) {
	if len(m.Errors) < maxProblems {
		m.Errors = append(m.Errors, Problem{Line: line, Message: clean(userInfo.ReplaceAllString(fmt.Sprintf(format, args...), "://"))})
	}
}

// tidy removes entries with invalid names, fills in the fields that all kinds
// share, and sorts the lists.
func (m *Manifest) tidy() {
	m.Packages = slices.DeleteFunc(m.Packages, func(p Package) bool { return !m.acceptable(p.Name, p.Line) })
	for i := range m.Packages {
		p := &m.Packages[i]
		p.File, p.Dir, p.Version = m.File, m.File.Dir(), m.version(p.Version, p.Line)
	}
	m.Requirements = m.tidyRequirements(m.Requirements)
	m.Central = m.tidyRequirements(m.Central)
	m.Members = slices.DeleteFunc(m.Members, func(e Member) bool { return !m.acceptable(e.Path, e.Line) })
	for i := range m.Members {
		e := &m.Members[i]
		e.File, e.Path, e.Name = m.File, local(m.File, e.Path), clean(e.Name)
	}
	for i := range m.Errors {
		m.Errors[i].File = m.File
	}
	slices.SortStableFunc(m.Packages, func(a, b Package) int { return cmp.Compare(a.Line, b.Line) })
	slices.SortStableFunc(m.Members, func(a, b Member) int { return cmp.Compare(a.Line, b.Line) })
	slices.SortStableFunc(m.Errors, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

func (m *Manifest) tidyRequirements(list []Requirement) []Requirement {
	list = slices.DeleteFunc(list, func(r Requirement) bool { return !m.acceptable(r.Name, r.Line) })
	for i := range list {
		r := &list[i]
		r.File, r.Version, r.Alias = m.File, m.version(r.Version, r.Line), clean(r.Alias)
		if r.Local != "" && m.acceptable(r.Local, r.Line) {
			r.Local = local(m.File, r.Local)
		} else {
			r.Local = ""
		}
	}
	slices.SortStableFunc(list, func(a, b Requirement) int { return cmp.Compare(a.Line, b.Line) })
	return list
}

func (m *Manifest) acceptable(name string, line int) bool {
	switch {
	case name == "":
		m.problem(line, "a name or path is empty")
	case len(name) > maxText:
		m.problem(line, "a name or path is longer than %d bytes", maxText)
	case clean(name) != name:
		m.problem(line, "a name or path holds characters that cannot be shown")
	default:
		return true
	}
	return false
}

// userInfo is a name and password in a URL.
var userInfo = regexp.MustCompile(`://[^/\s]*@`)

// version returns v without the credentials of a URL. It keeps ranges as
// written.
func (m *Manifest) version(v string, line int) string {
	v = strings.TrimSpace(clean(userInfo.ReplaceAllString(v, "://")))
	if len(v) > maxText {
		m.problem(line, "a version is longer than %d bytes", maxText)
		return ""
	}
	return v
}

// local resolves a path that the manifest file names against its directory.
func local(file projectbase.Path, p string) string {
	p = strings.ReplaceAll(p, `\`, "/")
	if path.IsAbs(p) || strings.HasPrefix(p, "~/") || len(p) > 1 && p[1] == ':' {
		return path.Clean(p)
	}
	return path.Join(string(file.Dir()), p)
}

// clean returns s without control and invisible formatting characters and
// without invalid UTF-8.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}
