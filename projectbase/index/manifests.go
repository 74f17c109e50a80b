package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/source"
)

// keyNames is the metadata key for the import names of the manifests, as JSON.
const keyNames = "names"

// importNames has the parts of manifests that decide how imported names resolve.
type importNames struct {
	Packages []layout.Package `json:"packages,omitempty"`
	Aliases  []layout.Alias   `json:"aliases,omitempty"`
}

// readImportNames collects the import names of the manifests of a tree.
func readImportNames(root string, paths []projectbase.Path, hooks source.Hooks) (importNames, error) {
	var n importNames
	list, _, err := readManifests(root, slices.Sorted(slices.Values(paths)), hooks)
	if err != nil {
		return n, err
	}
	for i := range list {
		m := &list[i]
		for _, p := range m.Packages {
			switch p.Ecosystem {
			case manifest.Go, manifest.NPM, manifest.Cargo, manifest.PyPI:
				n.Packages = append(n.Packages, layout.Package{Ecosystem: p.Ecosystem, Name: p.Name, Dir: p.Dir, Entries: p.Entries})
			}
		}
		for _, a := range m.Aliases {
			n.Aliases = append(n.Aliases, layout.Alias{Dir: m.Dir(), Pattern: a.Pattern, Targets: a.Targets})
		}
	}
	return n, nil
}

func (n importNames) text() string {
	b, err := json.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("index: encode names: %v", err)) // strings and paths only
	}
	return string(b)
}

// readManifests reads the manifests of a tree. unread has a line for users for each
// manifest that could not be read or parsed.
func readManifests(root string, paths []projectbase.Path, hooks source.Hooks) (list []manifest.Manifest, unread []string, err error) {
	reader, err := source.OpenReader(root, manifest.MaxSize, hooks)
	if err != nil {
		return nil, nil, err
	}
	defer reader.Close()
	tell := func(p projectbase.Path, why string) {
		unread = append(unread, fmt.Sprintf("%s was not read (%.200s)", p, why))
	}
	for _, p := range paths {
		c, err := reader.Read(p)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, source.ErrChanging) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if c.Skip != "" {
			tell(p, string(c.Skip))
			continue
		}
		m, err := manifest.Parse(p, c.Data)
		if err != nil {
			tell(p, err.Error())
			continue
		}
		list = append(list, m)
	}
	manifest.Complete(list)
	return list, unread, nil
}
