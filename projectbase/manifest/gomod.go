package manifest

import (
	"errors"

	"golang.org/x/mod/modfile"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// parseGoMod reads a go.mod. If the strict parser refuses it, for example
// because of a newer Go version, the lax parser reads it without replace
// directives.
func parseGoMod(p projectbase.Path, data []byte) (Manifest, error) {
	var m Manifest
	f, err := modfile.Parse(string(p), data, nil)
	if err != nil {
		lax, laxErr := modfile.ParseLax(string(p), data, nil)
		if laxErr != nil {
			return m, document.Malformed(laxErr)
		}
		f = lax
		m.modProblems(err)
	}
	if f.Module != nil && f.Module.Mod.Path != "" {
		m.Packages = append(m.Packages, Package{Ecosystem: Go, Name: f.Module.Mod.Path, Line: f.Module.Syntax.Start.Line})
	}
	for _, r := range f.Require {
		m.Requirements = append(m.Requirements, Requirement{Ecosystem: Go, Name: r.Mod.Path, Version: r.Mod.Version,
			Indirect: r.Indirect, Line: r.Syntax.Start.Line, Key: "require"})
	}
	m.replace(f.Replace)
	return m, nil
}

// parseGoWork reads a go.work: its use directories are members.
func parseGoWork(p projectbase.Path, data []byte) (Manifest, error) {
	f, err := modfile.ParseWork(string(p), data, nil)
	if err != nil {
		return Manifest{}, document.Malformed(err)
	}
	var m Manifest
	for _, u := range f.Use {
		m.Members = append(m.Members, Member{Ecosystem: Go, Name: u.ModulePath, Path: u.Path, Line: u.Syntax.Start.Line, Key: "use"})
	}
	m.replace(f.Replace)
	return m, nil
}

// replace applies replace directives. A requirement keeps its name, because the
// code imports it by that name.
func (m *Manifest) replace(list []*modfile.Replace) {
	required := make(map[string]int, len(m.Requirements))
	for i, r := range m.Requirements {
		required[r.Name] = i
	}
	for _, r := range list {
		n := Requirement{Ecosystem: Go, Name: r.Old.Path, Version: r.New.Version, Line: r.Syntax.Start.Line, Key: "replace"}
		if r.New.Path != r.Old.Path {
			n.Version = r.New.Path + " " + r.New.Version // another repository replaces it
		}
		if r.New.Version == "" {
			n.Version, n.Local = r.Old.Version, r.New.Path
		}
		i, ok := required[r.Old.Path]
		switch {
		case !ok:
			m.Requirements = append(m.Requirements, n)
		case r.Old.Version == "" || r.Old.Version == m.Requirements[i].Version:
			if n.Local != "" {
				n.Version = m.Requirements[i].Version
			}
			n.Indirect = m.Requirements[i].Indirect
			m.Requirements[i] = n
		}
	}
}

func (m *Manifest) modProblems(err error) {
	var list modfile.ErrorList
	if !errors.As(err, &list) {
		m.problem(0, "%v", err)
		return
	}
	for _, e := range list {
		m.problem(e.Pos.Line, "%v", e.Err)
	}
}
