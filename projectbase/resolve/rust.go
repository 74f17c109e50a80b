package resolve

import (
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// crateModule returns the module of a Rust path: from the root of the crate, from the
// module of the file, or from another crate of the project. Rules:
// https://doc.rust-lang.org/reference/paths.html
func (im *imports) crateModule(o *outline.Outline, name string) *layout.Module {
	parts := strings.Split(strings.TrimPrefix(name, "::"), "::")
	var m *layout.Module
	switch first := parts[0]; first {
	case "crate":
		im.consult(path.Base(string(o.Path.Dir()))) // the declarations of modules decide the crate of a file
		m = im.p.layout.CrateRoot(o)
	case "self":
		m = im.p.layout.FileModule(o)
	case "super":
		im.consult(path.Base(string(o.Path.Dir())))
		m = im.p.layout.ParentModule(im.p.layout.FileModule(o))
	default:
		if m = im.p.layout.RustChild(im.p.layout.FileModule(o), first); m == nil {
			if m = im.p.layout.CrateNamed(first); m == nil {
				if f := im.imported(first, o, wantAny); f.module != nil {
					m = f.module
				} else if len(f.refs) > 0 {
					m = &layout.Module{Sym: f.refs[0], Like: o}
				} else {
					return &layout.Module{Pkg: first}
				}
			}
		}
	}
	for _, part := range parts[1:] {
		if m == nil || m.Pkg != "" {
			return m
		}
		if part == "super" {
			m = im.p.layout.ParentModule(m)
			continue
		}
		next := im.p.layout.RustChild(m, part)
		if next == nil {
			f := im.exported(m, part, wantAny, 1)
			switch {
			case f.module != nil:
				next = f.module
			case len(f.refs) > 0:
				next = &layout.Module{Sym: f.refs[0], Like: o}
			}
		}
		m = next
	}
	return m
}

// pathHead finds the first name of a Rust path that is neither declared nor imported: a
// keyword, a submodule or a crate.
func (im *imports) pathHead(name string, o *outline.Outline) found {
	switch name {
	case "std", "core", "alloc":
		return found{pkg: name, tier: projectbase.TierExternal, reason: projectbase.ReasonQualifier}
	}
	if m := im.moduleOf(o, name); m != nil && m.Pkg == "" {
		return found{module: m, tier: projectbase.TierExact, reason: projectbase.ReasonQualifier}
	}
	return found{}
}

// macroOf finds a macro anywhere in a crate. A macro with #[macro_use] is visible in all
// following modules, one with #[macro_export] in the root of the crate. Several macros
// are ambiguous.
func (im *imports) macroOf(root *layout.Module, name string, reason projectbase.Reason) found {
	if root == nil || len(root.Files) == 0 {
		return found{}
	}
	im.consult(name)
	refs := outline.Filter(outline.Sorted(im.table.Top[name]), func(x outline.Ref) bool {
		if x.Symbol().Kind != projectbase.KindMacro {
			return false
		}
		of := im.p.layout.CrateRoot(x.File)
		return of != nil && len(of.Files) > 0 && of.Files[0] == root.Files[0]
	})
	if len(refs) == 0 {
		return found{}
	}
	return found{refs: refs, tier: projectbase.TierScoped, reason: reason}
}
