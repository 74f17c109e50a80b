package catalog

import (
	"path/filepath"
	"time"
)

// FileStamp is the stat data of a file. Times are nanoseconds since 1970. The zero
// FileStamp means that the file is missing or empty.
type FileStamp struct {
	Size    int64  `json:"size,omitzero"`
	ModTime int64  `json:"mod_time,omitzero"`
	Changed int64  `json:"changed,omitzero"` // ctime
	Inode   uint64 `json:"inode,omitzero"`
}

// Stamp is the stat signature of an index: the index changes only if the stamp
// changes.
type Stamp struct {
	Index FileStamp `json:"index,omitzero"` // of index.db
	WAL   FileStamp `json:"wal,omitzero"`   // of index.db-wal; zero if it is missing or empty: readers leave an empty one
	Terms int64     `json:"terms,omitzero"` // of a kept filter: the index's counter of term changes
	Taken int64     `json:"taken,omitzero"` // of a kept filter: nanoseconds since 1970, just before the files were stamped and the terms read
}

// settle is the age at which file times tell a change from a later one.
const settle = 2 * time.Second

// Counts reports whether a filter kept with stamp s is valid for an index whose
// stamp is now (the Terms and Taken of now are ignored). The filter must have been
// read, at s.Taken, at least two seconds after the last change of the files: a
// write within the same tick of a coarse clock would leave no trace.
//
// To make s, stat the files, read the terms in one snapshot and stat the files
// again; keep the filter only if both stamps are equal.
func (s Stamp) Counts(now Stamp) bool {
	if s.Index != now.Index || s.WAL != now.WAL || s.Index == (FileStamp{}) {
		return false
	}
	last := max(s.Index.ModTime, s.Index.Changed, s.WAL.ModTime, s.WAL.Changed)
	return s.Taken-last >= int64(settle)
}

// fineSettle is settle for file times finer than any clock tick.
const fineSettle = 100 * time.Millisecond

// Settled reports whether any change after the given time (nanoseconds since 1970)
// will change the stamp. With microsecond file times it is less strict than
// Counts: use it only where a wrong result cannot make an answer wrong.
func (f FileStamp) Settled(at int64) bool {
	wait := settle
	if f.ModTime%int64(time.Millisecond) != 0 {
		wait = fineSettle
	}
	return at-max(f.ModTime, f.Changed) >= int64(wait)
}

// StampBase returns the stamp of the index in a directory. stat returns the zero
// stamp for a missing file.
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
	// When root opens the log, SQLite sets its owner again and thus its ctime. A
	// write also changes the other values.
	wal.Changed = 0
	return Stamp{Index: index, WAL: wal}, nil
}
