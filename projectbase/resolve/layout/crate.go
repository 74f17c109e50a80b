package layout

import (
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// FileModule returns the module of a Rust file.
func (l *Layout) FileModule(o *outline.Outline) *Module {
	dir := string(o.Path.Dir())
	switch base := o.Path.Base(); base {
	case "lib.rs", "main.rs", "mod.rs":
	default:
		if !l.rootsIn(dir) {
			dir = path.Join(dir, strings.TrimSuffix(base, ".rs"))
		}
	}
	return &Module{Files: []*outline.Outline{o}, Dir: dir, Like: o}
}

// RustChild returns a submodule, or nil if no file is one.
func (l *Layout) RustChild(m *Module, name string) *Module {
	if m == nil || m.Dir == "" {
		return nil
	}
	if l.rootsIn(m.Dir) && len(m.Files) > 0 && !declaresModule(m.Files[0], name) {
		return nil // the files in the same directory are other crates
	}
	if len(m.Files) > 0 {
		for _, i := range m.Files[0].MembersNamed(projectbase.NoSymbol, name) {
			if s := &m.Files[0].Symbols[i]; s.Kind == projectbase.KindNamespace && len(m.Files[0].Members(i)) > 0 {
				return &Module{Sym: outline.Ref{File: m.Files[0], Ordinal: i}, Like: m.Files[0]}
			}
		}
	}
	for _, t := range []string{path.Join(m.Dir, name+".rs"), path.Join(m.Dir, name, "mod.rs")} {
		if o := l.paths[projectbase.Path(t)]; o != nil {
			return l.FileModule(o)
		}
	}
	return nil
}

// ParentModule returns the module that contains m, or nil.
func (l *Layout) ParentModule(m *Module) *Module {
	if m == nil || m.Dir == "" {
		return nil
	}
	dir := path.Dir(m.Dir)
	for _, t := range []string{path.Join(dir, "mod.rs"), dir + ".rs", path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
		if o := l.paths[projectbase.Path(t)]; o != nil {
			return l.FileModule(o)
		}
	}
	return l.rootAbove(m.Dir)
}

// CrateRoot returns the root module of the crate of a file.
func (l *Layout) CrateRoot(o *outline.Outline) *Module {
	for dir := string(o.Path.Dir()); ; dir = path.Dir(dir) {
		for _, base := range []string{"lib.rs", "main.rs"} {
			if root := l.paths[projectbase.Path(path.Join(dir, base))]; root != nil {
				return l.FileModule(root)
			}
		}
		if l.rootsIn(dir) {
			if o.Path.Dir() == projectbase.Path(dir) {
				return l.FileModule(o)
			}
			child, _, _ := strings.Cut(strings.TrimPrefix(string(o.Path), dir+"/"), "/")
			return l.rootAbove(path.Join(dir, child))
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// CrateNamed returns the root module of a crate of the project. A path writes a hyphen of
// the crate's name as an underscore.
func (l *Layout) CrateNamed(name string) *Module {
	for _, k := range l.crates[name] {
		for _, f := range []string{"src/lib.rs", "lib.rs"} {
			if o := l.paths[projectbase.Path(path.Join(string(k.Dir), f))]; o != nil {
				return l.FileModule(o)
			}
		}
	}
	return nil
}

// rootsIn reports whether each file in a directory is the root of its own crate. Rules:
// https://doc.rust-lang.org/cargo/guide/project-layout.html
func (l *Layout) rootsIn(dir string) bool {
	has := func(file ...string) bool { return l.paths[projectbase.Path(path.Join(file...))] != nil }
	of := path.Dir(dir)
	switch path.Base(dir) {
	case "tests", "examples", "benches":
		return has(of, "src/lib.rs") || has(of, "src/main.rs")
	case "bin":
		return path.Base(of) == "src" && !has(of, "bin.rs") && !has(dir, "mod.rs")
	}
	return false
}

// rootAbove returns the crate root that declares the module at a path. It returns nil if
// several roots do.
func (l *Layout) rootAbove(place string) *Module {
	dir := path.Dir(place)
	if !l.rootsIn(dir) || l.dirs[dir] == nil {
		return nil
	}
	var root *outline.Outline
	for _, o := range l.dirs[dir].files {
		if !declaresModule(o, path.Base(place)) {
			continue
		}
		if root != nil {
			return nil
		}
		root = o
	}
	if root == nil {
		return nil
	}
	return l.FileModule(root)
}

// declaresModule reports whether a file declares a module at its top level.
func declaresModule(o *outline.Outline, name string) bool {
	return slices.ContainsFunc(o.MembersNamed(projectbase.NoSymbol, name), func(i int32) bool { return o.Symbols[i].Kind == projectbase.KindNamespace })
}
