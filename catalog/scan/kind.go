package scan

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"codegraph/catalog"
	"codegraph/projectbase"
	"codegraph/projectbase/manifest"
	"codegraph/projectbase/source"
)

// KindOf returns the kind of the project in a directory.
func KindOf(root string) catalog.Kind {
	if exists(filepath.Join(root, ".git")) {
		return catalog.KindGit
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return catalog.KindNone
	}
	return kindByManifests(root, entries)
}

// kindByManifests says whether the manifests in a directory make it a project
// outside of any other.
func kindByManifests(dir string, entries []fs.DirEntry) catalog.Kind {
	kind := catalog.KindNone
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() || !manifest.Known(projectbase.Path(name)) {
			continue
		}
		if gathersByName(name) || gathers(dir, projectbase.Path(name)) {
			return catalog.KindWorkspace
		}
		kind = catalog.KindManifest
	}
	return kind
}

// gathersByName reports whether files of this name are there for nothing but to
// gather others.
func gathersByName(name string) bool {
	return name == "go.work" || name == "pnpm-workspace.yaml" || strings.HasSuffix(name, ".sln") || strings.HasSuffix(name, ".slnx")
}

// gathers reports whether a manifest names others as parts of one workspace. One
// that cannot be read does not.
func gathers(dir string, name projectbase.Path) bool {
	reader, err := source.OpenReader(dir, manifest.MaxSize, source.Hooks{})
	if err != nil {
		return false
	}
	defer reader.Close()
	c, err := reader.Read(name)
	if err != nil || c.Skip != "" {
		return false
	}
	m, err := manifest.Parse(name, c.Data)
	return err == nil && m.Gathers()
}
