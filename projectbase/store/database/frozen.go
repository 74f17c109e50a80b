package database

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"codegraph/projectbase/store"
)

// In WAL mode, SQLite must write beside an index even to read it. If it cannot,
// we open the file as immutable, without locks. Such a connection never notices
// a change. Therefore each view opens its own connection and compares the files
// before and after.

// FileStamps has the file information of an index at one moment.
type FileStamps [3]fs.FileInfo // index.db and its logs; nil if a file does not exist

// StampsOf reads the file information of the index at path.
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

// Settled reports whether both logs are empty, so that index.db is complete.
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

// Changed reports whether the index changed since c was opened. It is false for
// a connection that reads with locks.
func (c *Conn) Changed() bool {
	if c.Unlocked == nil {
		return false
	}
	now, err := StampsOf(filepath.Join(c.Dir, store.FileName))
	return err != nil || !now.same(*c.Unlocked)
}
