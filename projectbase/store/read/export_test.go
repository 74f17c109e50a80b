package read

import "codegraph/projectbase/store/format"

// OpenUnlocked returns an index that behaves as if SQLite could not write
// beside its file.
func OpenUnlocked(dir string) *Index { return &Index{dir: dir, unlocked: true} }

// OpenUnchecked returns an index whose directory was not checked.
func OpenUnchecked(dir string) *Index { return &Index{dir: dir} }

// DropFiles makes the next view read the list of files again.
func DropFiles(b *Index) { b.files.drop() }

func BlocksOf(s *Snapshot) ([]*format.Block, error) { return s.dictionary() }
