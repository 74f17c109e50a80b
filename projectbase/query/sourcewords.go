package query

import (
	"io/fs"
	"path"
	"slices"

	"codegraph/projectbase"
)

// maxBeside bounds the text that Words reads, in bytes.
const maxBeside = 8 << 20

// Words returns the words of the files in a directory with one of the
// extensions. It skips unreadable files.
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
