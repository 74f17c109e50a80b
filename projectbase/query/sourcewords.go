package query

import (
	"io/fs"
	"path"
	"slices"

	"codegraph/projectbase"
)

// maxBeside bounds what is read of the files of one directory, in bytes.
const maxBeside = 8 << 20

// words returns the words of the files in a directory that end in one of
// endings. Files that cannot be read have none.
func (s *Sources) Words(dir string, endings ...string) map[string]bool {
	out := map[string]bool{}
	if err := s.open(); err != nil {
		return out
	}
	entries, err := fs.ReadDir(s.root.FS(), dir)
	if err != nil {
		return out
	}
	left := maxBeside
	for _, e := range entries {
		if !slices.Contains(endings, path.Ext(e.Name())) || left <= 0 {
			continue
		}
		text, err := s.readRegular(projectbase.Path(path.Join(dir, e.Name())))
		if err != nil {
			continue
		}
		left -= len(text)
		Words(string(text), func(w string) bool {
			out[w] = true
			return true
		})
	}
	return out
}
