package store

// openUnlocked returns an index that behaves as if SQLite could not write
// beside its file.
func openUnlocked(dir string) *Base { return &Base{dir: dir, unlocked: true} }

// openUnchecked returns an index whose directory was not checked.
func openUnchecked(dir string) *Base { return &Base{dir: dir} }

// dropFiles makes the next view read the list of files again.
func dropFiles(b *Base) { b.files = nil }

func blocksOf(s *Snapshot) ([]*block, error) { return s.dictionary() }
