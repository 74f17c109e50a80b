package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
)

// parseSwiftPackage reads Package.swift, which is a program: the name of the
// package and the literal .package entries. Packages are asked for by the URL
// of their repository or by path; products and targets are parts of a package
// and not names of their own.
func parseSwiftPackage(p projectbase.Path, data []byte) (Manifest, error) {
	list, err := swiftScript.scan(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	found := false
	for i := 0; i+1 < len(list); i++ {
		if list[i].kind != word || !list[i+1].is("(") {
			continue
		}
		args := func() []token { return list[i+2 : max(i+2, closing(list, i+1))] } // only where it is needed: brackets may nest deep
		member := i > 0 && list[i-1].is(".")
		switch {
		case list[i].text == "Package" && !member && !found:
			found = true
			if t, ok := firstLiteral(argument(args(), "name")); ok {
				m.Packages = append(m.Packages, Package{Ecosystem: Swift, Name: t.text, Line: t.line})
			}
		case list[i].text == "package" && member:
			own := args()
			m.swiftDependency(own, list[i].line)
			i += len(own)
		}
	}
	return m, nil
}

func (m *Manifest) swiftDependency(args []token, line int) {
	value := func(name string) string { t, _ := firstLiteral(argument(args, name)); return t.text }
	r := Requirement{Ecosystem: Swift, Line: line, Key: "package", Name: value("url"), Local: value("path")}
	if r.Name != "" {
		r.Name = userInfo.ReplaceAllString(r.Name, "://")
		r.Version = swiftVersion(args)
		m.Requirements = append(m.Requirements, r)
		return
	}
	if r.Local != "" { // "../Core" is named Core, whatever its manifest says
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
func swiftVersion(args []token) string {
	var out strings.Builder
	seen := false // the URL
	for _, t := range args {
		switch {
		case t.kind == newline || !seen && t.kind != literal:
		case t.kind == literal && !seen:
			seen = true
		case t.kind == literal:
			out.WriteString(t.text)
		case t.is("from") || t.is("exact") || t.is("branch") || t.is("revision") || t.is("upToNextMajor") || t.is("upToNextMinor"):
			out.WriteString(t.text + " ")
		case t.is("<") || t.is(".") && strings.HasSuffix(out.String(), ".") || t.is("."):
			if out.Len() > 0 && !strings.HasSuffix(out.String(), " ") {
				out.WriteString(t.text)
			}
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(out.String(), "upToNextMajor from", "upToNextMajor"))
}
