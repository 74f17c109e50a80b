package manifest

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"codegraph/projectbase"
)

// pom is what Complete needs of a pom.xml to look at its parents.
type pom struct {
	name, version string
	parent        string // group:artifact; "" if there is none
	parentFile    string // where the manifest says that it lies, see Requirement.Local; "" if only in a repository
	props         map[string]string
	managed       []Requirement // dependencyManagement, unexpanded; Key "import" is another pom's
}

// parsePOM reads Maven's pom.xml. Properties of the file itself are put in,
// Complete puts in those of parents that lie in the same tree. Profiles count
// as active.
func parsePOM(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := xmlTree(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if root.name != "project" {
		m.problem(root.line, "not a project")
		return m, nil
	}
	m.maven = readPOM(p, root)
	at := root.line
	if e := root.child("artifactId"); e != nil {
		at = e.line
	}
	if m.maven.name != "" {
		m.Packages = append(m.Packages, Package{Ecosystem: Maven, Name: m.maven.name, Version: m.maven.version, Line: at})
	}
	if e := root.child("parent"); e != nil {
		m.mavenRequirement(e, Requirement{Key: "parent"})
	}
	m.mavenSection(root, p)
	for _, profile := range root.child("profiles").kidsNamed("profile") {
		m.mavenSection(profile, p)
	}
	return m, nil
}

// kidsNamed returns the children of a name.
func (e *element) kidsNamed(name string) []*element {
	if e == nil {
		return nil
	}
	var list []*element
	for _, k := range e.kids {
		if k.name == name {
			list = append(list, k)
		}
	}
	return list
}

func readPOM(p projectbase.Path, root *element) *pom {
	x := &pom{props: map[string]string{}}
	parent := root.child("parent")
	group := cmp.Or(root.textAt("groupId"), parent.textAt("groupId"))
	x.version = cmp.Or(root.textAt("version"), parent.textAt("version"))
	for _, holder := range append([]*element{root}, root.child("profiles").kidsNamed("profile")...) {
		if list := holder.child("properties"); list != nil {
			for _, e := range list.kids {
				if _, ok := x.props[e.name]; !ok {
					x.props[e.name] = e.text
				}
			}
		}
	}
	for _, prefix := range []string{"project.", "pom."} {
		x.props[prefix+"groupId"], x.props[prefix+"version"] = group, x.version
		x.props[prefix+"artifactId"] = root.textAt("artifactId")
		x.props[prefix+"parent.groupId"], x.props[prefix+"parent.version"] = parent.textAt("groupId"), parent.textAt("version")
	}
	x.version = x.expand(x.version)
	if artifact := root.textAt("artifactId"); group != "" && artifact != "" {
		x.name = x.expand(group + ":" + artifact)
	}
	if parent != nil {
		x.parent = x.expand(parent.textAt("groupId") + ":" + parent.textAt("artifactId"))
		place := "../pom.xml"
		if e := parent.child("relativePath"); e != nil {
			place = e.text // empty: not in the tree
		}
		if place != "" {
			x.parentFile = local(p, place)
			if !strings.HasSuffix(place, ".xml") {
				x.parentFile = path.Join(x.parentFile, "pom.xml")
			}
		}
	}
	return x
}

// mavenSection reads what a project and its profiles both can say.
func (m *Manifest) mavenSection(e *element, p projectbase.Path) {
	for _, d := range e.child("dependencies").kidsNamed("dependency") {
		m.mavenRequirement(d, Requirement{Key: "dependency"})
	}
	for _, d := range e.child("dependencyManagement", "dependencies").kidsNamed("dependency") {
		m.mavenManaged(d)
	}
	for _, d := range e.child("build", "plugins").kidsNamed("plugin") {
		m.mavenRequirement(d, Requirement{Key: "plugin", Dev: true})
	}
	for _, list := range []string{"modules", "subprojects"} {
		if e.child(list) == nil {
			continue
		}
		for _, d := range e.child(list).kids {
			if d.text != "" {
				m.Members = append(m.Members, Member{Ecosystem: Maven, Path: m.maven.expand(d.text), Line: d.line, Key: d.name})
			}
		}
	}
}

// mavenRequirement enters what an element with groupId and artifactId asks for.
func (m *Manifest) mavenRequirement(e *element, r Requirement) {
	group, artifact := e.textAt("groupId"), e.textAt("artifactId")
	if group == "" && r.Key == "plugin" {
		group = "org.apache.maven.plugins"
	}
	if group == "" || artifact == "" {
		m.problem(e.line, "a %s has no groupId or no artifactId", e.name)
		return
	}
	r.Ecosystem, r.Line = Maven, e.line
	r.Name, r.Version = m.maven.expand(group+":"+artifact), m.maven.expand(e.textAt("version"))
	r.Dev = r.Dev || e.textAt("scope") == "test"
	r.Optional = e.textAt("optional") == "true"
	m.Requirements = append(m.Requirements, r)
}

// mavenManaged keeps a version for dependencies that name none. A bill of
// materials that is imported is required as well.
func (m *Manifest) mavenManaged(e *element) {
	r := Requirement{Ecosystem: Maven, Name: e.textAt("groupId") + ":" + e.textAt("artifactId"), Version: e.textAt("version"), Line: e.line, Key: "dependencyManagement"}
	if e.textAt("scope") == "import" {
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

// expand puts properties in for ${name}, also for those within properties;
// what is not defined stays as it is written.
func (x *pom) expand(s string) string { return expandWith(s, mavenUse, x.props) }

// expandWith replaces what re finds by the value of its first group. Both the
// rounds and the length are bounded, so that definitions cannot multiply.
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

// completeMaven puts in what the parents that lie in the tree say, and imported
// bills of materials: properties, and versions of dependencies without one.
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

// complete fills in one pom. It changes only what no other pom is looked at
// for, so that the order does not matter.
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

// chain returns a pom and its parents, as far as they lie in the tree.
func (all poms) chain(m *Manifest) []*Manifest {
	chain := []*Manifest{m}
	for len(chain) < maxDepth {
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

// managed returns the versions that a chain of poms manages, by name; the
// nearest wins, and what is imported comes last.
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
