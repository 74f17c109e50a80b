package graph

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
)

// tails are the endings that turn the path of a module into the path of a file.
var tails = []string{"", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", "/index.ts", "/index.tsx", "/index.js",
	".py", "/__init__.py", ".pyi", ".rb", ".php", ".lua", "/init.lua", ".h", ".hpp", ".css", ".scss", ".json"}

// moduleFiles returns the files of the project that an import statement names
// by a path.
func moduleFiles(g *symbol.Reader, f *symbol.File, m *projectbase.Import) ([]store.FileID, error) {
	for _, stem := range moduleStems(f, m) {
		for _, tail := range tails {
			p := projectbase.Path(stem + tail)
			if !p.Valid() || p == f.Info.Path {
				continue
			}
			id, ok, err := g.FileAt(p)
			if err != nil {
				return nil, err
			}
			if ok {
				return []store.FileID{id}, nil
			}
		}
	}
	return nil, nil
}

// moduleStems returns the paths that a module may have, without extensions, the
// likeliest first.
func moduleStems(f *symbol.File, m *projectbase.Import) []string {
	paths := f.Language.Graph.ModulePaths
	if paths == nil {
		paths = lang.PathsOfModule
	}
	return paths(string(f.Info.Path.Dir()), strings.Trim(m.Module, `"<>`), m.Name)
}

// naming returns the files that import a file by its path without using its
// symbols, in the order of their ids.
func naming(g *symbol.Reader, f *symbol.File) ([]store.FileID, error) {
	p := f.Info.Path
	stem := strings.TrimSuffix(p.Base(), p.Ext())
	if stem == "index" || stem == "__init__" {
		stem = p.Dir().Base()
	}
	items, err := g.Snapshot.ItemsExact(stem, true)
	if err != nil {
		return nil, err
	}
	candidates := map[store.FileID]bool{}
	err = g.Snapshot.Postings(items, func(_ int, id store.FileID, _ projectbase.LineKeys) error {
		candidates[id] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	var list []store.FileID
	for id := range candidates {
		if id == f.Info.ID {
			continue
		}
		imports, err := g.Snapshot.Imports(id)
		if err != nil {
			return nil, err
		}
		if len(imports) == 0 {
			continue
		}
		u, err := g.File(id)
		if err != nil {
			return nil, err
		}
		for i := range imports {
			files, err := moduleFiles(g, u, &imports[i])
			if err != nil {
				return nil, err
			}
			if slices.Contains(files, f.Info.ID) {
				list = append(list, id)
				break
			}
		}
	}
	slices.Sort(list)
	return list, nil
}
