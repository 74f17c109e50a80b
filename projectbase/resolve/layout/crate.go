package layout

import (
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// fileModule is the module that a file is.
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

// rustChild finds a module below another one; nil if no file is one.
func (l *Layout) RustChild(m *Module, name string) *Module {
	if m == nil || m.Dir == "" {
		return nil
	}
	if l.rootsIn(m.Dir) && len(m.Files) > 0 && !declaresModule(m.Files[0], name) {
		return nil // the files beside it are other crates
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

// crateRoot finds the root module of the crate that a file is part of.
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

// crateNamed finds the root module of a crate of the project by its name, in
// which a hyphen is written as an underscore.
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

// rootsIn reports whether each file in a directory is the root of a crate of its
// own. Rules: https://doc.rust-lang.org/cargo/guide/project-layout.html
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

// rootAbove finds the root of the crate that has the module of a place below
// the root's; nil if several crates have.
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

// declaresModule reports whether a file has a module of a name at its top.
func declaresModule(o *outline.Outline, name string) bool {
	return slices.ContainsFunc(o.MembersNamed(projectbase.NoSymbol, name), func(i int32) bool { return o.Symbols[i].Kind == projectbase.KindNamespace })
}
