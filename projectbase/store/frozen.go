package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"codegraph/projectbase"
)

// SQLite needs to write beside a base in WAL mode even to read it. Where it
// cannot, the file is read as it is, without locks: such a connection sees no
// change and takes what it has read as true for good. So each view has one of
// its own, and the files are looked at before and after.

// frozenTries is how often a view of a base that cannot be locked is tried
// while others change it.
const frozenTries = 5

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

// connectFrozen opens a connection that reads without locks and verifies what
// it leads to. cause is why there can be no other connection: it is the error
// where part of the base waits in a log.
func (b *Base) connectFrozen(cause error) (*conn, error) {
	file := filepath.Join(b.dir, fileName)
	for range frozenTries {
		before, err := lookAt(file)
		if err != nil || !before.settled() {
			return nil, cause
		}
		c, err := connect(b.dir, file, append([]string{"mode=ro", "immutable=1"}, readParams...)...)
		if err != nil {
			return nil, err
		}
		c.frozen = &before
		err = c.verify()
		if err == nil {
			return c, nil
		}
		changed := c.changed()
		_ = c.close() // it only read
		if !changed {
			return nil, err
		}
	}
	return nil, &projectbase.BusyError{Base: b.dir, PID: holder(b.dir, lockName)}
}
