package graph

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
)

// needs lists the files and packages that a file uses.
type needs struct {
	files      map[store.FileID]*FileLink
	packages   map[string]*FileLink
	unresolved []UnresolvedImport
}

// findNeeds collects the targets of a file's references and import statements.
func findNeeds(g *symbol.Reader, f *symbol.File) (*needs, error) {
	n := &needs{files: map[store.FileID]*FileLink{}, packages: map[string]*FileLink{}}
	refs, err := g.Snapshot.References(f.Info.ID)
	if err != nil {
		return nil, err
	}
	for i, o := range f.Edges.List {
		if o == 0 || i >= len(refs.List) {
			continue
		}
		e, r := &f.Edges.Outcomes[o-1], &refs.List[i]
		switch {
		case e.Tier == projectbase.TierExternal:
			add(n.packages, e.Package, refs.Names[r.Name], r.Line, e.Tier)
		case symbol.Useful(e.Tier) && len(e.Targets) > 0 && e.Targets[0].File != uint32(f.Info.ID):
			add(n.files, store.FileID(e.Targets[0].File), refs.Names[r.Name], r.Line, e.Tier)
		}
	}
	return n, n.statements(g, f)
}

func add[K comparable](m map[K]*FileLink, key K, name string, line uint32, tier projectbase.Tier) {
	l := m[key]
	if l == nil {
		l = &FileLink{LineNumber: line, Tier: tier.String(), tier: tier, Names: []string{}}
		m[key] = l
	}
	l.References++
	l.LineNumber = min(l.LineNumber, line)
	if tier < l.tier {
		l.tier, l.Tier = tier, tier.String()
	}
	if at, ok := slices.BinarySearch(l.Names, name); !ok && len(l.Names) < maxNames {
		l.Names = slices.Insert(l.Names, at, name)
	}
}

// statements adds import statements without a use: packages, files, and
// unresolved modules.
func (n *needs) statements(g *symbol.Reader, f *symbol.File) error {
	imports, err := g.Snapshot.Imports(f.Info.ID)
	if err != nil {
		return err
	}
	for i := range imports {
		m := &imports[i]
		files, err := moduleFiles(g, f, m)
		if err != nil {
			return err
		}
		known := false
		for _, id := range files {
			if l := n.files[id]; l != nil {
				known, l.Module, l.LineNumber = true, m.Module, m.Line
			}
		}
		for id, l := range n.files {
			to, err := g.File(id)
			if err != nil {
				return err
			}
			if names(f, m, to) {
				known = true
				if l.Module == "" {
					l.Module, l.LineNumber = m.Module, m.Line
				}
			}
		}
		for pkg, l := range n.packages {
			if m.Module == pkg || len(m.Module) > len(pkg) && m.Module[:len(pkg)] == pkg && slices.Contains([]byte("./:\\"), m.Module[len(pkg)]) {
				known = true
				if l.Module == "" {
					l.Module, l.LineNumber = m.Module, m.Line
				}
			}
		}
		if !known && len(files) > 0 {
			for _, id := range files {
				n.files[id] = &FileLink{Module: m.Module, LineNumber: m.Line, Tier: projectbase.TierExact.String(), tier: projectbase.TierExact, Names: []string{}}
			}
		} else if !known {
			n.unresolved = append(n.unresolved, UnresolvedImport{m.Module, m.Line})
		}
	}
	return nil
}

// names reports whether an import statement names the directory or namespace of
// a file that is known to be used.
func names(f *symbol.File, m *projectbase.Import, to *symbol.File) bool {
	switch f.Language.Graph.Imports {
	case lang.ImportTargetDirectory:
		dir := string(to.Info.Path.Dir())
		return m.Module == dir || strings.HasSuffix(m.Module, "/"+dir) || strings.HasSuffix(dir, "/"+m.Module)
	case lang.ImportTargetNamespace:
		return true
	}
	return false
}
