package manifest

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// pom holds the facts of a pom.xml that Complete needs to follow its parents.
type pom struct {
	name, version string
	parent        string // group:artifact; "" if there is none
	parentFile    string // its path, see Requirement.Local; "" if it is only in a repository
	props         map[string]string
	managed       []Requirement // dependencyManagement, unexpanded; Key "import" is another pom's
}

// parsePOM reads Maven's pom.xml. It replaces properties that the file defines;
// Complete replaces those of parents in the same tree. All profiles count as
// active.
func parsePOM(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := document.ParseXML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if root.Name != "project" {
		m.problem(root.Line, "not a project")
		return m, nil
	}
	m.maven = readPOM(p, root)
	at := root.Line
	if e := root.Child("artifactId"); e != nil {
		at = e.Line
	}
	if m.maven.name != "" {
		m.Packages = append(m.Packages, Package{Ecosystem: Maven, Name: m.maven.name, Version: m.maven.version, Line: at})
	}
	if e := root.Child("parent"); e != nil {
		m.mavenRequirement(e, Requirement{Key: "parent"})
	}
	m.mavenSection(root, p)
	for _, profile := range root.Child("profiles").ChildrenNamed("profile") {
		m.mavenSection(profile, p)
	}
	return m, nil
}

func readPOM(p projectbase.Path, root *document.Element) *pom {
	x := &pom{props: map[string]string{}}
	parent := root.Child("parent")
	group := cmp.Or(root.TextAt("groupId"), parent.TextAt("groupId"))
	x.version = cmp.Or(root.TextAt("version"), parent.TextAt("version"))
	for _, holder := range append([]*document.Element{root}, root.Child("profiles").ChildrenNamed("profile")...) {
		if list := holder.Child("properties"); list != nil {
			for _, e := range list.Children {
				if _, ok := x.props[e.Name]; !ok {
					x.props[e.Name] = e.Text
				}
			}
		}
	}
	for _, prefix := range []string{"project.", "pom."} {
		x.props[prefix+"groupId"], x.props[prefix+"version"] = group, x.version
		x.props[prefix+"artifactId"] = root.TextAt("artifactId")
		x.props[prefix+"parent.groupId"], x.props[prefix+"parent.version"] = parent.TextAt("groupId"), parent.TextAt("version")
	}
	x.version = x.expand(x.version)
	if artifact := root.TextAt("artifactId"); group != "" && artifact != "" {
		x.name = x.expand(group + ":" + artifact)
	}
	if parent != nil {
		x.parent = x.expand(parent.TextAt("groupId") + ":" + parent.TextAt("artifactId"))
		file := "../pom.xml"
		if e := parent.Child("relativePath"); e != nil {
			file = e.Text // empty: not in the tree
		}
		if file != "" {
			x.parentFile = local(p, file)
			if !strings.HasSuffix(file, ".xml") {
				x.parentFile = path.Join(x.parentFile, "pom.xml")
			}
		}
	}
	return x
}

// mavenSection reads the elements that a project and a profile share.
func (m *Manifest) mavenSection(e *document.Element, p projectbase.Path) {
	for _, d := range e.Child("dependencies").ChildrenNamed("dependency") {
		m.mavenRequirement(d, Requirement{Key: "dependency"})
	}
	for _, d := range e.Child("dependencyManagement", "dependencies").ChildrenNamed("dependency") {
		m.mavenManaged(d)
	}
	for _, d := range e.Child("build", "plugins").ChildrenNamed("plugin") {
		m.mavenRequirement(d, Requirement{Key: "plugin", Dev: true})
	}
	for _, list := range []string{"modules", "subprojects"} {
		if e.Child(list) == nil {
			continue
		}
		for _, d := range e.Child(list).Children {
			if d.Text != "" {
				m.Members = append(m.Members, Member{Ecosystem: Maven, Path: m.maven.expand(d.Text), Line: d.Line, Key: d.Name})
			}
		}
	}
}

// mavenRequirement records the requirement of an element with groupId and
// artifactId.
func (m *Manifest) mavenRequirement(e *document.Element, r Requirement) {
	group, artifact := e.TextAt("groupId"), e.TextAt("artifactId")
	if group == "" && r.Key == "plugin" {
		group = "org.apache.maven.plugins"
	}
	if group == "" || artifact == "" {
		m.problem(e.Line, "a %s has no groupId or no artifactId", e.Name)
		return
	}
	r.Ecosystem, r.Line = Maven, e.Line
	r.Name, r.Version = m.maven.expand(group+":"+artifact), m.maven.expand(e.TextAt("version"))
	r.Dev = r.Dev || e.TextAt("scope") == "test"
	r.Optional = e.TextAt("optional") == "true"
	m.Requirements = append(m.Requirements, r)
}

// mavenManaged records versions for dependencies without one. An imported bill
// of materials is also a requirement.
func (m *Manifest) mavenManaged(e *document.Element) {
	r := Requirement{Ecosystem: Maven, Name: e.TextAt("groupId") + ":" + e.TextAt("artifactId"), Version: e.TextAt("version"), Line: e.Line, Key: "dependencyManagement"}
	if e.TextAt("scope") == "import" {
		m.mavenRequirement(e, Requirement{Key: "import"})
		r.Key = "import"
	}
	m.maven.managed = append(m.maven.managed, r)
	if r.Key != "import" {
		r.Name, r.Version = m.maven.expand(r.Name), m.maven.expand(r.Version)
		m.Central = append(m.Central, r)
	}
}

var mavenUse = regexp.MustCompile(`\$\{([^${}]+)\}`)

// expand replaces ${name} by the property, recursively. Undefined names stay as
// written.
func (x *pom) expand(s string) string { return expandWith(s, mavenUse, x.props) }

// expandWith replaces each match of re by the property that its first group
// names. It bounds the number of rounds and the length, because definitions may
// expand each other.
func expandWith(s string, re *regexp.Regexp, props map[string]string) string {
	for range 8 {
		if !strings.Contains(s, "$") || len(s) > maxText {
			break
		}
		out := re.ReplaceAllStringFunc(s, func(use string) string {
			f := re.FindStringSubmatch(use)
			for _, key := range f[1:] {
				if v, ok := props[key]; ok && key != "" && v != "" && len(v) <= maxText/2 {
					return v
				}
			}
			return use
		})
		if out == s {
			break
		}
		s = out
	}
	return s
}

// poms are the pom.xml files of a tree.
type poms struct {
	byFile map[string]*Manifest
	byName map[string]*Manifest // nil if two have the name
}

// completeMaven fills in properties, and versions of dependencies without one,
// from parents in the tree and from imported bills of materials.
func completeMaven(list []Manifest) {
	all := poms{map[string]*Manifest{}, map[string]*Manifest{}}
	for i := range list {
		m := &list[i]
		if m.maven == nil {
			continue
		}
		all.byFile[string(m.File)] = m
		if _, twice := all.byName[m.maven.name]; twice {
			m = nil
		}
		all.byName[list[i].maven.name] = m
	}
	for _, m := range all.byFile {
		all.complete(m)
	}
}

// complete fills in one pom. It changes only fields that other poms do not
// read, so the order does not matter.
func (all poms) complete(m *Manifest) {
	chain := all.chain(m)
	env := map[string]string{}
	for _, x := range chain {
		for key, v := range x.maven.props {
			if _, ok := env[key]; !ok && v != "" {
				env[key] = v
			}
		}
	}
	put := func(s string) string {
		if !strings.Contains(s, "$") {
			return s
		}
		return m.version(expandWith(s, mavenUse, env), 1)
	}
	for i := range m.Packages {
		p := &m.Packages[i]
		p.Name, p.Version = put(p.Name), put(p.Version)
	}
	var managed map[string]string
	for i := range m.Requirements {
		r := &m.Requirements[i]
		r.Name, r.Version = put(r.Name), put(r.Version)
		if r.Version == "" && r.Key == "dependency" {
			if managed == nil {
				managed = all.managed(chain, env)
			}
			r.Version = managed[r.Name]
		}
	}
}

// maxParents bounds the chain of parents of a pom.xml.
const maxParents = 64

// chain returns a pom and its parents, as far as they lie in the tree.
func (all poms) chain(m *Manifest) []*Manifest {
	chain := []*Manifest{m}
	for len(chain) < maxParents {
		x := chain[len(chain)-1].maven
		if x.parent == "" {
			break
		}
		next := all.byFile[x.parentFile]
		if next == nil || next.maven.name != x.parent {
			next = all.byName[x.parent]
		}
		if next == nil || contains(chain, next) {
			break
		}
		chain = append(chain, next)
	}
	return chain
}

func contains(list []*Manifest, m *Manifest) bool {
	for _, x := range list {
		if x == m {
			return true
		}
	}
	return false
}

// managed returns the versions that a chain of poms manages, by name. The
// nearest pom wins; imported versions come last.
func (all poms) managed(chain []*Manifest, env map[string]string) map[string]string {
	versions := map[string]string{}
	done := map[*Manifest]bool{}
	for round := 0; len(chain) > 0 && round < 8; round++ {
		var imported []*Manifest
		for _, x := range chain {
			if done[x] {
				continue
			}
			done[x] = true
			for _, r := range x.maven.managed {
				name := expandWith(r.Name, mavenUse, env)
				if r.Key == "import" {
					if bom := all.byName[name]; bom != nil {
						imported = append(imported, all.chain(bom)...)
					}
					continue
				}
				if _, ok := versions[name]; !ok {
					versions[name] = clean(expandWith(r.Version, mavenUse, env))
				}
			}
		}
		// A bill of materials is evaluated with its own properties.
		env = map[string]string{}
		for _, x := range imported {
			for key, v := range x.maven.props {
				if _, ok := env[key]; !ok {
					env[key] = v
				}
			}
		}
		chain = imported
	}
	return versions
}
