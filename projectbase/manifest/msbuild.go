package manifest

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// parseMSBuild reads a .NET project file, SDK-style or old. It replaces
// properties that the file defines and treats conditions as true. It evaluates
// nothing else.
func parseMSBuild(p projectbase.Path, data []byte) (Manifest, error) {
	stem := strings.TrimSuffix(p.Base(), p.Ext())
	b := msbuild{props: map[string]string{"msbuildprojectname": stem}}
	if err := document.EachElement(data, b.element); err != nil {
		return Manifest{}, err
	}
	pkg := Package{Ecosystem: NuGet, Line: 1, Version: cmp.Or(b.props["packageversion"], b.props["version"], b.props["versionprefix"])}
	for _, key := range []string{"packageid", "assemblyname"} {
		if v := b.props[key]; v != "" && !strings.Contains(v, "$(") {
			pkg.Name, pkg.Line = v, b.lines[key]
			break
		}
	}
	if pkg.Name == "" {
		pkg.Name = stem
	}
	b.Packages = []Package{pkg}
	return b.Manifest, nil
}

// parseCentralPackages reads Directory.Packages.props, which gives the versions
// for the project files below it.
func parseCentralPackages(p projectbase.Path, data []byte) (Manifest, error) {
	b := msbuild{props: map[string]string{}}
	err := document.EachElement(data, b.element)
	return b.Manifest, err
}

type msbuild struct {
	Manifest
	props map[string]string // by lower-case name
	lines map[string]int
}

func (b *msbuild) element(e *document.Element) {
	if e.Parent == "PropertyGroup" {
		b.property(e)
		return
	}
	names := e.Attr("Include")
	if names == "" {
		return
	}
	r := Requirement{Ecosystem: NuGet, Line: e.Line, Key: e.Name}
	switch e.Name {
	case "PackageReference", "GlobalPackageReference":
		r.Version = b.expand(cmp.Or(e.Value("VersionOverride"), e.Value("Version")))
		r.Dev = strings.EqualFold(e.Value("PrivateAssets"), "all")
		b.Requirements = append(b.Requirements, b.named(r, names)...)
	case "PackageVersion":
		r.Version = b.expand(e.Value("Version"))
		b.Central = append(b.Central, b.named(r, names)...)
	case "ProjectReference":
		b.projectReference(r, names)
	}
}

// property records a property. It expands and bounds the value at once, because
// definitions may expand each other.
func (b *msbuild) property(e *document.Element) {
	key := strings.ToLower(e.Name)
	b.props[key] = b.expand(e.Text)
	if b.lines == nil {
		b.lines = map[string]int{}
	}
	b.lines[key] = e.Line
}

var propertyUse = regexp.MustCompile(`\$\(([A-Za-z_][\w.-]*)\)`)

// expand replaces the properties defined so far. Other properties stay as
// written.
func (b *msbuild) expand(s string) string {
	if !strings.Contains(s, "$(") {
		return s
	}
	out := propertyUse.ReplaceAllStringFunc(s[:min(len(s), maxText)], func(use string) string {
		key := strings.ToLower(use[2 : len(use)-1])
		if v, ok := b.props[key]; ok && len(v) < maxText/2 {
			return v
		}
		return use
	})
	return out[:min(len(out), maxText)]
}

// named returns r once for each name of a list such as "A;B".
func (b *msbuild) named(r Requirement, names string) []Requirement {
	var list []Requirement
	for name := range strings.SplitSeq(names, ";") {
		if r.Name = strings.TrimSpace(b.expand(name)); r.Name != "" {
			list = append(list, r)
		}
	}
	return list
}

// here replaces the properties that name the directory of the project file.
var here = strings.NewReplacer("$(MSBuildThisFileDirectory)", "./", "$(MSBuildProjectDirectory)", ".")

func (b *msbuild) projectReference(r Requirement, files string) {
	for _, q := range b.named(r, here.Replace(files)) {
		file := strings.ReplaceAll(q.Name, `\`, "/")
		if strings.ContainsAny(file, "$*@%") {
			b.problem(r.Line, "the path %q uses a property that this file does not define", q.Name)
			continue
		}
		q.Local = file
		q.Name = strings.TrimSuffix(path.Base(file), path.Ext(file))
		b.Requirements = append(b.Requirements, q)
	}
}

// parsePackagesConfig reads packages.config, which precedes PackageReference.
func parsePackagesConfig(p projectbase.Path, data []byte) (Manifest, error) {
	var m Manifest
	err := document.EachElement(data, func(e *document.Element) {
		if e.Name == "package" {
			m.Requirements = append(m.Requirements, Requirement{Ecosystem: NuGet, Name: e.Attr("id"), Version: e.Attr("version"),
				Dev: e.Attr("developmentDependency") == "true", Line: e.Line, Key: "package"})
		}
	})
	return m, err
}
