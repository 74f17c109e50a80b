package catalog

import (
	"path/filepath"
	"time"
)

// FileStamp is what the file system says of a file. Times are nanoseconds since
// 1970. The zero FileStamp stands for a file that is absent or empty.
type FileStamp struct {
	Size    int64  `json:"size,omitzero"`
	ModTime int64  `json:"mod_time,omitzero"`
	Changed int64  `json:"changed,omitzero"` // time of the last change of the inode
	Inode   uint64 `json:"inode,omitzero"`
}

// Stamp is the stat signature of a base: while it stays the same, the base does.
type Stamp struct {
	Index FileStamp `json:"index,omitzero"` // of index.db
	WAL   FileStamp `json:"wal,omitzero"`   // of index.db-wal; zero if it is absent or empty: those who only read leave an empty one
	Terms int64     `json:"terms,omitzero"` // of a kept filter: the number that the base gives to the state of its terms
	Taken int64     `json:"taken,omitzero"` // of a kept filter: nanoseconds since 1970 just before both files were stamped and the terms read
}

// settle is how old a change must be for file times to tell it from a later one.
const settle = 2 * time.Second

// Counts reports whether a filter that was kept with s is that of a base whose
// files have the stamp now (of which Terms and Taken do not matter). It must
// have been read, by s.Taken, at least two seconds after the last change of the
// files: a write in the same tick of a coarse clock would leave no trace.
//
// Who makes s stats the files, reads the terms in one snapshot, stats again,
// and keeps the filter only if both were equal.
func (s Stamp) Counts(now Stamp) bool {
	if s.Index != now.Index || s.WAL != now.WAL || s.Index == (FileStamp{}) {
		return false
	}
	last := max(s.Index.ModTime, s.Index.Changed, s.WAL.ModTime, s.WAL.Changed)
	return s.Taken-last >= int64(settle)
}

// fineSettle is settle for times that are finer than any clock's tick.
const fineSettle = 100 * time.Millisecond

// Settled reports whether a file that has the stamp at a time, in nanoseconds
// since 1970, will have another one after any later change. It is less strict
// than Counts where the file system tells times to the microsecond: for what
// does not make an answer wrong.
func (f FileStamp) Settled(at int64) bool {
	wait := settle
	if f.ModTime%int64(time.Millisecond) != 0 {
		wait = fineSettle
	}
	return at-max(f.ModTime, f.Changed) >= int64(wait)
}

// StampBase returns the stat signature of the base in a directory. stat returns
// the stamp of a file, the zero stamp for one that is not there.
func StampBase(dir string, stat func(path string) (FileStamp, error)) (Stamp, error) {
	index, err := stat(filepath.Join(dir, "index.db"))
	if err != nil {
		return Stamp{}, err
	}
	wal, err := stat(filepath.Join(dir, "index.db-wal"))
	if err != nil {
		return Stamp{}, err
	}
	if wal.Size == 0 {
		wal = FileStamp{}
	}
	// SQLite gives the log its owner again whenever root opens it, which changes
	// this time and nothing else. A write shows in the others.
	wal.Changed = 0
	return Stamp{Index: index, WAL: wal}, nil
}
