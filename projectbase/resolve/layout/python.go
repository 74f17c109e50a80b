package layout

import (
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// PythonModule returns the file of a dotted module name. A name with leading dots is
// relative to the package of the file. Any other name is looked up from the root, from
// source directories such as "src", and from the directories above the file.
func (l *Layout) PythonModule(from *outline.Outline, name string) *Module {
	dir := string(from.Path.Dir())
	if rest := strings.TrimLeft(name, "."); len(rest) < len(name) {
		for range len(name) - len(rest) - 1 {
			dir = path.Dir(dir)
		}
		return l.PythonFile(path.Join(dir, strings.ReplaceAll(rest, ".", "/")))
	}
	file := strings.ReplaceAll(name, ".", "/")
	for _, root := range []string{".", "src", "lib", "python", "Lib"} {
		if m := l.PythonFile(path.Join(root, file)); m != nil {
			return m
		}
	}
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if m := l.PythonFile(path.Join(dir, file)); m != nil && (len(m.Files) == 0 || m.Files[0] != from) {
			return m
		}
	}
	for i := range l.packages {
		if k := &l.packages[i]; k.Ecosystem == "pypi" {
			for _, sub := range []string{"", "src"} {
				if m := l.PythonFile(path.Join(string(k.Dir), sub, file)); m != nil {
					return m
				}
			}
		}
	}
	first, _, _ := strings.Cut(name, ".")
	return &Module{Pkg: first}
}

// PythonFile returns the file of a module or package, by its path without extension.
func (l *Layout) PythonFile(name string) *Module {
	for _, t := range []string{path.Join(name, "__init__.py"), name + ".py", name + ".pyi", path.Join(name, "__init__.pyi")} {
		if o := l.paths[projectbase.Path(t)]; o != nil {
			m := &Module{Files: []*outline.Outline{o}, Like: o}
			if strings.HasPrefix(path.Base(t), "__init__.") {
				m.Dir = name
			}
			return m
		}
	}
	if d := l.dirs[name]; d != nil && name != "." && strings.HasSuffix(string(d.files[0].Path), ".py") {
		return &Module{Dir: name, Like: d.files[0]}
	}
	return nil
}
