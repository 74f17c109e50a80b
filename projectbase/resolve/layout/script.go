package layout

import (
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// scriptExtensions are tried after a module path without extension, in the order of
// TypeScript's resolution.
var scriptExtensions = []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"}

// ScriptModule returns the file of an ECMAScript module path.
func (l *Layout) ScriptModule(from *outline.Outline, name string) *Module {
	if strings.HasPrefix(name, ".") {
		return l.scriptFile(path.Join(string(from.Path.Dir()), name))
	}
	for i := range l.aliases {
		a := &l.aliases[i]
		if !Below(from.Path, a.Dir) {
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
	return &Module{Pkg: pkg}
}

// packageFile returns the file of a path in a package of the project.
func (l *Layout) packageFile(k *Package, sub string) *Module {
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

// packageOf returns the package name of a module path.
func packageOf(name string) string {
	parts := strings.SplitN(strings.TrimPrefix(name, "node:"), "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// scriptFile returns the file of a path without extension, or nil.
func (l *Layout) scriptFile(name string) *Module {
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
			return &Module{Files: []*outline.Outline{o}, Dir: path.Dir(t), Like: o}
		}
	}
	return nil
}

// matchStar matches a name against a pattern with at most one star. It returns the text
// that the star matches.
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
