package database

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"codegraph/projectbase/store"
)

// SQLite needs to write beside an index in WAL mode even to read it. Where it
// cannot, the file is read as it is, without locks: such a connection sees no
// change and takes what it has read as true for good. So each view has one of
// its own, and the files are looked at before and after.

// FileStamps is what the system says of the files of an index at one moment.
type FileStamps [3]fs.FileInfo // index.db and its logs; nil where there is none

// StampsOf looks at the files of the index at path.
func StampsOf(path string) (FileStamps, error) {
	var l FileStamps
	for i, end := range []string{"", "-wal", "-journal"} {
		info, err := os.Lstat(path + end)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return l, err
		}
		l[i] = info
	}
	return l, nil
}

// Settled reports whether nothing waits in a log, so that index.db alone is the
// whole index.
func (l FileStamps) Settled() bool {
	return l[0] != nil && (l[1] == nil || l[1].Size() == 0) && (l[2] == nil || l[2].Size() == 0)
}

func (l FileStamps) same(other FileStamps) bool {
	for i, a := range l {
		b := other[i]
		if (a == nil) != (b == nil) {
			return false
		}
		if a != nil && (!os.SameFile(a, b) || a.Size() != b.Size() || !a.ModTime().Equal(b.ModTime())) {
			return false
		}
	}
	return true
}

// Changed reports whether c reads without locks and the index was written since
// c was opened.
func (c *Conn) Changed() bool {
	if c.Unlocked == nil {
		return false
	}
	now, err := StampsOf(filepath.Join(c.Dir, store.FileName))
	return err != nil || !now.same(*c.Unlocked)
}
