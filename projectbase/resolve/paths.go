package resolve

import (
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// goPackage finds the directory of a Go import path: below a module of the
// project, or among vendored ones. Rules: https://go.dev/ref/mod#resolve-pkg-mod
func (l *layout) goPackage(name string) *module {
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
			return &module{files: d.files[:1], dir: path.Join("vendor", name)}
		}
		return &module{pkg: name}
	}
	for _, o := range l.dirs[dir].files {
		if o.scope.Imports == lang.ImportsDirectories && !isTestFile(o) {
			return &module{files: []*Outline{o}, dir: dir}
		}
	}
	return &module{pkg: name}
}

// goPackageName returns the name that a package most likely has: the last
// element of its path that is no version.
func goPackageName(importPath string) string {
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

// scriptExtensions are tried after a module path without one, in the order of
// TypeScript's own resolution.
var scriptExtensions = []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"}

// scriptModule finds the file of an ECMAScript module path.
func (l *layout) scriptModule(from *Outline, name string) *module {
	if strings.HasPrefix(name, ".") {
		return l.scriptFile(path.Join(string(from.Path.Dir()), name))
	}
	for i := range l.aliases {
		a := &l.aliases[i]
		if !below(from.Path, a.Dir) {
			continue
		}
		star, ok := matchStar(a.Pattern, name)
		if !ok {
			continue
		}
		for _, t := range a.Targets {
			if m := l.scriptFile(strings.Replace(t, "*", star, 1)); m != nil {
				return m
			}
		}
	}
	pkg := packageOf(name)
	for i := range l.packages {
		k := &l.packages[i]
		if k.Ecosystem == "npm" && k.Name == pkg {
			if m := l.packageFile(k, strings.TrimPrefix(name[len(pkg):], "/")); m != nil {
				return m
			}
		}
	}
	return &module{pkg: pkg}
}

// packageFile finds the file that a path in a package of the project means.
func (l *layout) packageFile(k *Package, sub string) *module {
	dir := string(k.Dir)
	if sub == "" {
		for _, e := range k.Entries {
			if m := l.scriptFile(path.Join(dir, e)); m != nil {
				return m
			}
		}
		for _, e := range []string{"src/index", "index", "lib/index", "src/main", "src"} {
			if m := l.scriptFile(path.Join(dir, e)); m != nil {
				return m
			}
		}
		return nil
	}
	for _, e := range []string{sub, "src/" + sub, sub + "/src"} {
		if m := l.scriptFile(path.Join(dir, e)); m != nil {
			return m
		}
	}
	return nil
}

// packageOf returns the name of the package in a module path.
func packageOf(name string) string {
	parts := strings.SplitN(strings.TrimPrefix(name, "node:"), "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// scriptFile finds the file that a path without its extension means; nil if
// there is none.
func (l *layout) scriptFile(name string) *module {
	name = path.Clean(name)
	if strings.HasPrefix(name, "..") {
		return nil
	}
	try := []string{name}
	for _, js := range []string{".js", ".jsx", ".mjs", ".cjs"} {
		if stem, ok := strings.CutSuffix(name, js); ok {
			try = append(try, stem+".ts", stem+".tsx", stem+".mts", stem+".cts", stem+".d.ts")
		}
	}
	for _, e := range scriptExtensions {
		try = append(try, name+e)
	}
	for _, e := range scriptExtensions {
		try = append(try, path.Join(name, "index"+e))
	}
	for _, t := range try {
		if o := l.paths[projectbase.Path(t)]; o != nil {
			return &module{files: []*Outline{o}, dir: path.Dir(t), like: o}
		}
	}
	return nil
}

// matchStar matches a name with a pattern that holds at most one star, and
// returns what the star is.
func matchStar(pattern, name string) (string, bool) {
	before, after, ok := strings.Cut(pattern, "*")
	if !ok {
		return "", pattern == name
	}
	if len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return "", false
	}
	return name[len(before) : len(name)-len(after)], true
}

func below(p, dir projectbase.Path) bool {
	return dir == "." || dir == "" || strings.HasPrefix(string(p), string(dir)+"/")
}

// pythonModule finds the file of a dotted module name. A name that begins with
// dots is relative to the package of the file; another one is looked for from
// the root of the project, from "src", and from the directories above the file.
func (l *layout) pythonModule(from *Outline, name string) *module {
	dir := string(from.Path.Dir())
	if rest := strings.TrimLeft(name, "."); len(rest) < len(name) {
		for range len(name) - len(rest) - 1 {
			dir = path.Dir(dir)
		}
		return l.pythonFile(path.Join(dir, strings.ReplaceAll(rest, ".", "/")))
	}
	file := strings.ReplaceAll(name, ".", "/")
	for _, root := range []string{".", "src", "lib", "python", "Lib"} {
		if m := l.pythonFile(path.Join(root, file)); m != nil {
			return m
		}
	}
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if m := l.pythonFile(path.Join(dir, file)); m != nil && (len(m.files) == 0 || m.files[0] != from) {
			return m
		}
	}
	for i := range l.packages {
		if k := &l.packages[i]; k.Ecosystem == "pypi" {
			for _, sub := range []string{"", "src"} {
				if m := l.pythonFile(path.Join(string(k.Dir), sub, file)); m != nil {
					return m
				}
			}
		}
	}
	first, _, _ := strings.Cut(name, ".")
	return &module{pkg: first}
}

// pythonFile finds the file of a module or package at a path without extension.
func (l *layout) pythonFile(name string) *module {
	for _, t := range []string{path.Join(name, "__init__.py"), name + ".py", name + ".pyi", path.Join(name, "__init__.pyi")} {
		if o := l.paths[projectbase.Path(t)]; o != nil {
			m := &module{files: []*Outline{o}, like: o}
			if strings.HasPrefix(path.Base(t), "__init__.") {
				m.dir = name
			}
			return m
		}
	}
	if d := l.dirs[name]; d != nil && name != "." && strings.HasSuffix(string(d.files[0].Path), ".py") {
		return &module{dir: name, like: d.files[0]}
	}
	return nil
}

// submodule finds a module that lies in another one.
func (im *imports) submodule(m *module, name string) found {
	if m.dir == "" || m.like == nil {
		return found{}
	}
	var sub *module
	switch m.like.scope.Imports {
	case lang.ImportsModules:
		sub = im.p.layout.pythonFile(path.Join(m.dir, name))
	case lang.ImportsCrates:
		sub = im.p.layout.rustChild(m, name)
	}
	if sub != nil {
		return found{module: sub, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	return found{}
}

// loaded finds the file that is included or loaded by a name: relative to the
// file, to the root, or to a directory that such files lie in by custom.
func (l *layout) loaded(from *Outline, name string) *module {
	name = strings.Trim(name, "\"<>")
	ext := []string{"", from.Path.Ext()}
	stems := []string{name}
	if from.Language == "lua" {
		stems = append(stems, strings.ReplaceAll(name, ".", "/"))
		ext = append(ext, "/init.lua")
	}
	for dir := string(from.Path.Dir()); ; dir = path.Dir(dir) {
		for _, sub := range []string{"", "include", "lib", "src"} {
			for _, stem := range stems {
				for _, e := range ext {
					if o := l.paths[projectbase.Path(path.Join(dir, sub, stem+e))]; o != nil {
						return &module{files: []*Outline{o}, like: o}
					}
				}
			}
		}
		if dir == "." || dir == "/" {
			return &module{pkg: name}
		}
	}
}
