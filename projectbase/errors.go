package projectbase

import (
	"errors"
	"fmt"
)

// Errors of opening and reading an index.
var (
	ErrNotIndexed = errors.New("not indexed")                     // there is no index
	ErrForeign    = errors.New("made by another program")         // an index.db that is not ours
	ErrTooNew     = errors.New("made by a newer codegraph")       // its format is newer than this program
	ErrOutdated   = errors.New("made by an older codegraph")      // its format is older; a rebuild fixes it
	ErrCorrupt    = errors.New("damaged")                         // not a readable index
	ErrMalformed  = errors.New("malformed data")                  // packed data with a wrong format
	ErrNotFound   = errors.New("not found")                       // a file or name that the index does not contain
	ErrNotAllowed = errors.New("not allowed")                     // outside of the root, or not permitted
	ErrUsage      = errors.New("wrong usage")                     // a wrong argument
	ErrUnreadable = errors.New("cannot be read")                  // a file or directory of the project
	ErrNothing    = errors.New("no supported source files found") // no file of a known language
	ErrReadOnly   = errors.New("cannot be written")               // the project's directory
	ErrLimit      = errors.New("more than the limit allows")      // a limit of size, time or number was exceeded
)

// BusyError reports that another process is writing the index.
type BusyError struct {
	Base string // index directory
	PID  int    // process id of the writer; 0 if unknown
}

func (e *BusyError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("%s is being written by another process", e.Base)
	}
	return fmt.Sprintf("%s is being written by process %d", e.Base, e.PID)
}
