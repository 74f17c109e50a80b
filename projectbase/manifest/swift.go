package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/script"
)

// parseSwiftPackage reads Package.swift, which is a program: the name of the
// package and the literal .package entries. A requirement names the URL of a
// repository or a path. Products and targets are parts of a package.
func parseSwiftPackage(p projectbase.Path, data []byte) (Manifest, error) {
	list, err := script.Swift.Scan(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	found := false
	for i := 0; i+1 < len(list); i++ {
		if list[i].Kind != script.Word || !list[i+1].Is("(") {
			continue
		}
		args := func() []script.Token { return list[i+2 : max(i+2, script.Closing(list, i+1))] } // computed on demand, because brackets may nest deeply
		member := i > 0 && list[i-1].Is(".")
		switch {
		case list[i].Text == "Package" && !member && !found:
			found = true
			if t, ok := script.FirstLiteral(script.Argument(args(), "name")); ok {
				m.Packages = append(m.Packages, Package{Ecosystem: Swift, Name: t.Text, Line: t.Line})
			}
		case list[i].Text == "package" && member:
			own := args()
			m.swiftDependency(own, list[i].Line)
			i += len(own)
		}
	}
	return m, nil
}

func (m *Manifest) swiftDependency(args []script.Token, line int) {
	value := func(name string) string { t, _ := script.FirstLiteral(script.Argument(args, name)); return t.Text }
	r := Requirement{Ecosystem: Swift, Line: line, Key: "package", Name: value("url"), Local: value("path")}
	if r.Name != "" {
		r.Name = userInfo.ReplaceAllString(r.Name, "://")
		r.Version = swiftVersion(args)
		m.Requirements = append(m.Requirements, r)
		return
	}
	if r.Local != "" { // Swift names a local package after its directory
		r.Name = cmp.Or(value("name"), baseName(r.Local))
		if strings.Trim(r.Name, ".") != "" {
			m.Requirements = append(m.Requirements, r)
		}
		return
	}
	if id := value("id"); id != "" { // of a registry: scope.name
		r.Name, r.Version = id, swiftVersion(args)
		m.Requirements = append(m.Requirements, r)
	}
}

// swiftVersion returns the requirement of a version as it is written, names of
// arguments left out.
func swiftVersion(args []script.Token) string {
	var out strings.Builder
	seen := false // the URL
	for _, t := range args {
		switch {
		case t.Kind == script.Newline || !seen && t.Kind != script.Literal:
		case t.Kind == script.Literal && !seen:
			seen = true
		case t.Kind == script.Literal:
			out.WriteString(t.Text)
		case t.Is("from") || t.Is("exact") || t.Is("branch") || t.Is("revision") || t.Is("upToNextMajor") || t.Is("upToNextMinor"):
			out.WriteString(t.Text + " ")
		case t.Is("<") || t.Is(".") && strings.HasSuffix(out.String(), ".") || t.Is("."):
			if out.Len() > 0 && !strings.HasSuffix(out.String(), " ") {
				out.WriteString(t.Text)
			}
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(out.String(), "upToNextMajor from", "upToNextMajor"))
}
