package layout

import (
	"path"
	"strings"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
)

// GoPackage returns the directory of a Go import path: in a module of the project or in a
// vendor directory. Rules: https://go.dev/ref/mod#resolve-pkg-mod
func (l *Layout) GoPackage(name string) *Module {
	best, dir := -1, ""
	for i := range l.packages {
		k := &l.packages[i]
		if k.Ecosystem != "go" {
			continue
		}
		rest, ok := strings.CutPrefix(name, k.Name)
		if k.Name == "std" {
			rest, ok = "/"+name, l.dirs[path.Join(string(k.Dir), name)] != nil
		}
		if ok && (rest == "" || rest[0] == '/') && len(k.Name) > best {
			best, dir = len(k.Name), path.Join(string(k.Dir), rest)
		}
	}
	if best < 0 || l.dirs[dir] == nil {
		if d := l.dirs[path.Join("vendor", name)]; d != nil {
			return &Module{Files: d.files[:1], Dir: path.Join("vendor", name)}
		}
		return &Module{Pkg: name}
	}
	for _, o := range l.dirs[dir].files {
		if o.Scope.Imports == lang.ImportsDirectories && !IsGoTest(o) {
			return &Module{Files: []*outline.Outline{o}, Dir: dir}
		}
	}
	return &Module{Pkg: name}
}

// GoPackageName guesses the name of a package: the last element of its path that is not a
// version.
func GoPackageName(importPath string) string {
	name := path.Base(importPath)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(path.Dir(importPath))
	}
	if i := strings.Index(name, ".v"); i > 0 {
		name = name[:i]
	}
	name = strings.TrimPrefix(name, "go-")
	name = strings.TrimSuffix(name, "-go")
	if i := strings.LastIndexByte(name, '-'); i >= 0 {
		name = name[i+1:]
	}
	return name
}
