package manifest

import (
	"regexp"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// solutionProject is a line such as
//
//	Project("{FAE04EC0-...}") = "Core", "src\Core\Core.csproj", "{5A...}"
var solutionProject = regexp.MustCompile(`^\s*Project\("[^"]*"\)\s*=\s*"([^"]*)"\s*,\s*"([^"]*)"`)

// parseSolution reads a Visual Studio solution.
func parseSolution(p projectbase.Path, data []byte) (Manifest, error) {
	var m Manifest
	line := 0
	for s := range strings.SplitSeq(string(document.UTF8(data)), "\n") {
		line++
		if f := solutionProject.FindStringSubmatch(s); f != nil {
			m.solutionMember(f[1], f[2], line)
		}
	}
	return m, nil
}

// parseSolutionXML reads the newer .slnx.
func parseSolutionXML(p projectbase.Path, data []byte) (Manifest, error) {
	var m Manifest
	err := document.EachElement(data, func(e *document.Element) {
		if e.Name == "Project" {
			m.solutionMember("", e.Attr("Path"), e.Line)
		}
	})
	return m, err
}

// solutionMember records a project of a solution. It skips solution folders and
// web sites, which have no project file.
func (m *Manifest) solutionMember(name, file string, line int) {
	if strings.HasSuffix(strings.ToLower(file), "proj") {
		m.Members = append(m.Members, Member{Ecosystem: NuGet, Name: name, Path: file, Line: line, Key: "Project"})
	}
}
