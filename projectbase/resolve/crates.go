package resolve

import (
	"path"
	"strings"

	"codegraph/projectbase"
)

// crateModule finds the module that a path of Rust means in a file: from the
// crate's root, from the file's own module, or from another crate of the
// project. Rules: https://doc.rust-lang.org/reference/paths.html
func (r *resolver) crateModule(o *Outline, name string) *module {
	parts := strings.Split(strings.TrimPrefix(name, "::"), "::")
	var m *module
	switch first := parts[0]; first {
	case "crate":
		m = r.p.crateRoot(o)
	case "self":
		m = fileModule(o)
	case "super":
		m = r.p.parentModule(fileModule(o))
	default:
		if m = r.p.rustChild(fileModule(o), first); m == nil {
			if m = r.p.crateNamed(first); m == nil {
				if f := r.imported(first, o, wantAny); f.module != nil {
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
			m = r.p.parentModule(m)
			continue
		}
		next := r.p.rustChild(m, part)
		if next == nil {
			f := r.exported(m, part, wantAny, 1)
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
func (r *resolver) pathHead(name string, o *Outline) found {
	switch name {
	case "std", "core", "alloc":
		return found{pkg: name, tier: projectbase.TierExternal, reason: projectbase.ReasonQualifier}
	}
	if m := r.moduleOf(o, name); m != nil && m.pkg == "" {
		return found{module: m, tier: projectbase.TierExact, reason: projectbase.ReasonQualifier}
	}
	return found{}
}

// macroOf finds a macro of a crate, whatever module of it has the macro: one of
// #[macro_use] is known in all that follow, and one of #[macro_export] in the
// crate's root. Of several none is meant for sure.
func (r *resolver) macroOf(root *module, name string, reason projectbase.Reason) found {
	if root == nil || len(root.files) == 0 {
		return found{}
	}
	r.consult(name)
	refs := keep(inOrder(r.group.top[name]), func(x Ref) bool {
		if x.symbol().Kind != projectbase.KindMacro {
			return false
		}
		of := r.p.crateRoot(x.File)
		return of != nil && len(of.files) > 0 && of.files[0] == root.files[0]
	})
	if len(refs) == 0 {
		return found{}
	}
	return found{refs: refs, tier: projectbase.TierScoped, reason: reason}
}

// fileModule is the module that a file is.
func fileModule(o *Outline) *module {
	dir := string(o.Path.Dir())
	switch base := o.Path.Base(); base {
	case "lib.rs", "main.rs", "mod.rs":
	default:
		dir = path.Join(dir, strings.TrimSuffix(base, ".rs"))
	}
	return &module{files: []*Outline{o}, dir: dir, like: o}
}

// rustChild finds a module below another one; nil if no file is one.
func (p *Project) rustChild(m *module, name string) *module {
	if m == nil || m.dir == "" {
		return nil
	}
	if len(m.files) > 0 {
		for _, i := range m.files[0].memberNamed(projectbase.NoSymbol, name) {
			if s := &m.files[0].Symbols[i]; s.Kind == projectbase.KindNamespace && len(m.files[0].members(i)) > 0 {
				return &module{sym: Ref{m.files[0], i}, like: m.files[0]}
			}
		}
	}
	for _, t := range []string{path.Join(m.dir, name+".rs"), path.Join(m.dir, name, "mod.rs")} {
		if o := p.paths[projectbase.Path(t)]; o != nil {
			return fileModule(o)
		}
	}
	return nil
}

func (p *Project) parentModule(m *module) *module {
	if m == nil || m.dir == "" {
		return nil
	}
	dir := path.Dir(m.dir)
	for _, t := range []string{path.Join(dir, "mod.rs"), dir + ".rs", path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
		if o := p.paths[projectbase.Path(t)]; o != nil {
			return fileModule(o)
		}
	}
	return nil
}

// crateRoot finds the root module of the crate that a file is part of.
func (p *Project) crateRoot(o *Outline) *module {
	for dir := string(o.Path.Dir()); ; dir = path.Dir(dir) {
		for _, base := range []string{"lib.rs", "main.rs"} {
			if root := p.paths[projectbase.Path(path.Join(dir, base))]; root != nil {
				return fileModule(root)
			}
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// crateNamed finds the root module of a crate of the project by its name, in
// which a hyphen is written as an underscore.
func (p *Project) crateNamed(name string) *module {
	for _, k := range p.crates[name] {
		for _, f := range []string{"src/lib.rs", "lib.rs"} {
			if o := p.paths[projectbase.Path(path.Join(string(k.Dir), f))]; o != nil {
				return fileModule(o)
			}
		}
	}
	return nil
}
