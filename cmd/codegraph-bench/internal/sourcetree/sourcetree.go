// Package sourcetree reads and parses the files that an index would contain.
package sourcetree

import (
	"context"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
)

type File struct {
	Path     projectbase.Path
	Language *lang.Language
	Bytes    []byte
}

// List reads the files of a directory that an index would contain.
func List(ctx context.Context, dir string) ([]File, error) {
	set := all.Set()
	listing, err := source.Scan(ctx, dir, source.Options{Settings: settings.Default(), Classify: func(p projectbase.Path, head func() []byte) string {
		return set.DetectAmong(nil, p, head)
	}})
	if err != nil {
		return nil, err
	}
	reader, err := source.OpenReader(dir, settings.Default().MaxFileSize, source.Hooks{})
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	var files []File
	for _, f := range listing.Files {
		content, err := reader.Read(f.Path)
		if err != nil || content.Skip != "" {
			continue // the index skips it, too
		}
		files = append(files, File{f.Path, set.ByID(f.Language), content.Data})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no file of a known language")
	}
	adopt(set, files)
	return files, nil
}

// adopt assigns files to the languages that adopt them, as the index does: headers are
// C++ in a project without C.
func adopt(set *lang.Set, files []File) {
	others := map[string]bool{} // languages with a file that no other language adopts
	for _, f := range files {
		others[f.Language.ID] = others[f.Language.ID] || set.Adopter(f.Language.ID, f.Path) == ""
	}
	for i := range files {
		f := &files[i]
		if a := set.Adopter(f.Language.ID, f.Path); a != "" && !others[f.Language.ID] {
			f.Language = set.ByID(a)
		}
	}
}
