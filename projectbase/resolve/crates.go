package resolve

import (
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// crateModule finds the module that a path of Rust means in a file: from the
// crate's root, from the file's own module, or from another crate of the
// project. Rules: https://doc.rust-lang.org/reference/paths.html
func (im *imports) crateModule(o *Outline, name string) *module {
	parts := strings.Split(strings.TrimPrefix(name, "::"), "::")
	var m *module
	switch first := parts[0]; first {
	case "crate":
		im.consult(path.Base(string(o.Path.Dir()))) // of which crate a file below others is, their declarations tell
		m = im.p.layout.crateRoot(o)
	case "self":
		m = im.p.layout.fileModule(o)
	case "super":
		im.consult(path.Base(string(o.Path.Dir())))
		m = im.p.layout.parentModule(im.p.layout.fileModule(o))
	default:
		if m = im.p.layout.rustChild(im.p.layout.fileModule(o), first); m == nil {
			if m = im.p.layout.crateNamed(first); m == nil {
				if f := im.imported(first, o, wantAny); f.module != nil {
					m = f.module
				} else if len(f.refs) > 0 {
					m = &module{sym: f.refs[0], like: o}
				} else {
					return &module{pkg: first}
				}
			}
		}
	}
	for _, part := range parts[1:] {
		if m == nil || m.pkg != "" {
			return m
		}
		if part == "super" {
			m = im.p.layout.parentModule(m)
			continue
		}
		next := im.p.layout.rustChild(m, part)
		if next == nil {
			f := im.exported(m, part, wantAny, 1)
			switch {
			case f.module != nil:
				next = f.module
			case len(f.refs) > 0:
				next = &module{sym: f.refs[0], like: o}
			}
		}
		m = next
	}
	return m
}

// pathHead finds what a path of Rust begins with that is neither declared nor
// imported: a word for a module, a module below the file's own, a crate.
func (im *imports) pathHead(name string, o *Outline) found {
	switch name {
	case "std", "core", "alloc":
		return found{pkg: name, tier: projectbase.TierExternal, reason: projectbase.ReasonQualifier}
	}
	if m := im.moduleOf(o, name); m != nil && m.pkg == "" {
		return found{module: m, tier: projectbase.TierExact, reason: projectbase.ReasonQualifier}
	}
	return found{}
}

// macroOf finds a macro of a crate, whatever module of it has the macro: one of
// #[macro_use] is known in all that follow, and one of #[macro_export] in the
// crate's root. Of several none is meant for sure.
func (im *imports) macroOf(root *module, name string, reason projectbase.Reason) found {
	if root == nil || len(root.files) == 0 {
		return found{}
	}
	im.consult(name)
	refs := keep(inOrder(im.group.top[name]), func(x Ref) bool {
		if x.symbol().Kind != projectbase.KindMacro {
			return false
		}
		of := im.p.layout.crateRoot(x.File)
		return of != nil && len(of.files) > 0 && of.files[0] == root.files[0]
	})
	if len(refs) == 0 {
		return found{}
	}
	return found{refs: refs, tier: projectbase.TierScoped, reason: reason}
}

// fileModule is the module that a file is.
func (l *layout) fileModule(o *Outline) *module {
	dir := string(o.Path.Dir())
	switch base := o.Path.Base(); base {
	case "lib.rs", "main.rs", "mod.rs":
	default:
		if !l.rootsIn(dir) {
			dir = path.Join(dir, strings.TrimSuffix(base, ".rs"))
		}
	}
	return &module{files: []*Outline{o}, dir: dir, like: o}
}

// rustChild finds a module below another one; nil if no file is one.
func (l *layout) rustChild(m *module, name string) *module {
	if m == nil || m.dir == "" {
		return nil
	}
	if l.rootsIn(m.dir) && len(m.files) > 0 && !declaresModule(m.files[0], name) {
		return nil // the files beside it are other crates
	}
	if len(m.files) > 0 {
		for _, i := range m.files[0].memberNamed(projectbase.NoSymbol, name) {
			if s := &m.files[0].Symbols[i]; s.Kind == projectbase.KindNamespace && len(m.files[0].members(i)) > 0 {
				return &module{sym: Ref{m.files[0], i}, like: m.files[0]}
			}
		}
	}
	for _, t := range []string{path.Join(m.dir, name+".rs"), path.Join(m.dir, name, "mod.rs")} {
		if o := l.paths[projectbase.Path(t)]; o != nil {
			return l.fileModule(o)
		}
	}
	return nil
}

func (l *layout) parentModule(m *module) *module {
	if m == nil || m.dir == "" {
		return nil
	}
	dir := path.Dir(m.dir)
	for _, t := range []string{path.Join(dir, "mod.rs"), dir + ".rs", path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
		if o := l.paths[projectbase.Path(t)]; o != nil {
			return l.fileModule(o)
		}
	}
	return l.rootAbove(m.dir)
}

// crateRoot finds the root module of the crate that a file is part of.
func (l *layout) crateRoot(o *Outline) *module {
	for dir := string(o.Path.Dir()); ; dir = path.Dir(dir) {
		for _, base := range []string{"lib.rs", "main.rs"} {
			if root := l.paths[projectbase.Path(path.Join(dir, base))]; root != nil {
				return l.fileModule(root)
			}
		}
		if l.rootsIn(dir) {
			if o.Path.Dir() == projectbase.Path(dir) {
				return l.fileModule(o)
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
func (l *layout) crateNamed(name string) *module {
	for _, k := range l.crates[name] {
		for _, f := range []string{"src/lib.rs", "lib.rs"} {
			if o := l.paths[projectbase.Path(path.Join(string(k.Dir), f))]; o != nil {
				return l.fileModule(o)
			}
		}
	}
	return nil
}

// rootsIn reports whether each file in a directory is the root of a crate of its
// own. Rules: https://doc.rust-lang.org/cargo/guide/project-layout.html
func (l *layout) rootsIn(dir string) bool {
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
func (l *layout) rootAbove(place string) *module {
	dir := path.Dir(place)
	if !l.rootsIn(dir) || l.dirs[dir] == nil {
		return nil
	}
	var root *Outline
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
	return l.fileModule(root)
}

// declaresModule reports whether a file has a module of a name at its top.
func declaresModule(o *Outline, name string) bool {
	return slices.ContainsFunc(o.memberNamed(projectbase.NoSymbol, name), func(i int32) bool { return o.Symbols[i].Kind == projectbase.KindNamespace })
}
