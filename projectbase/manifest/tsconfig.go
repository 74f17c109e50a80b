package manifest

import (
	"bytes"
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// isTSConfig matches tsconfig.json and tsconfig.build.json.
func isTSConfig(p projectbase.Path) bool {
	base := strings.ToLower(p.Base())
	return base == "tsconfig.json" || strings.HasPrefix(base, "tsconfig.") && strings.HasSuffix(base, ".json")
}

// parseTSConfig reads the project references of a tsconfig, which is JSON with
// comments.
func parseTSConfig(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := document.ParseJSON(plainJSON(data))
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	for _, e := range root.Get("references").Elements() {
		n := e.Get("path")
		if n.Str() == "" {
			continue
		}
		dir := strings.ReplaceAll(n.Text, `\`, "/")
		if strings.HasSuffix(dir, ".json") {
			dir = path.Dir(dir)
		}
		at := path.Join(string(p.Dir()), dir)
		name := path.Base(at)
		if at == string(p.Dir()) || name == ".." { // another configuration of the same directory
			continue
		}
		m.Requirements = append(m.Requirements, Requirement{Ecosystem: TypeScript, Name: name, Local: dir, Line: n.Line, Key: "references"})
	}
	m.Aliases = tsAliases(p, root.Get("compilerOptions"))
	return m, nil
}

// tsAliases reads "paths", relative to baseUrl or the file, and baseUrl, the
// root of all imports that are not relative. See
// https://www.typescriptlang.org/tsconfig/#paths
func tsAliases(p projectbase.Path, options *document.Node) []Alias {
	base := options.Get("baseUrl").Str()
	join := func(target string) string { return path.Join(string(p.Dir()), base, target) }
	var list []Alias
	options.Get("paths").Each(func(pattern string, targets *document.Node) {
		a := Alias{Pattern: pattern}
		for _, t := range targets.Elements() {
			a.Targets = append(a.Targets, join(t.Str()))
		}
		list = append(list, a)
	})
	if base != "" {
		list = append(list, Alias{Pattern: "*", Targets: []string{join("*")}})
	}
	return list
}

// plainJSON returns JSON of the same length without comments and without
// commas that close a list.
func plainJSON(data []byte) []byte {
	out := bytes.Clone(data)
	comma := -1 // the last token, if it was one
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(out) && out[i] != '"' && out[i] != '\n'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			i = blankComment(out, i)
		case c == ',':
			comma = i
		case c == ']' || c == '}':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return out
}

// blankComment overwrites the comment at i with spaces, line ends excepted, and
// returns its last offset.
func blankComment(out []byte, i int) int {
	closing := "\n"
	if out[i+1] == '*' {
		closing = "*/"
	}
	end := len(out)
	if n := bytes.Index(out[i+2:], []byte(closing)); n >= 0 {
		end = i + 2 + n + len(closing)
	}
	for ; i < end; i++ {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	return end - 1
}
