package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// SQLite needs to write beside a base in WAL mode even to read it. Where it
// cannot, the file is read as it is, without locks: such a connection sees no
// change and takes what it has read as true for good. So each view has one of
// its own, and the files are looked at before and after.

// look is what the system says of the files of a base at one moment.
type look [3]fs.FileInfo // index.db and its logs; nil where there is none

// lookAt looks at the files of the base at path.
func lookAt(path string) (look, error) {
	var l look
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

// settled reports whether nothing waits in a log, so that index.db alone is the
// whole base.
func (l look) settled() bool {
	return l[0] != nil && (l[1] == nil || l[1].Size() == 0) && (l[2] == nil || l[2].Size() == 0)
}

func (l look) same(other look) bool {
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

// changed reports whether c reads without locks and the base was written since
// c was opened.
func (c *conn) changed() bool {
	if c.frozen == nil {
		return false
	}
	now, err := lookAt(filepath.Join(c.dir, fileName))
	return err != nil || !now.same(*c.frozen)
}
