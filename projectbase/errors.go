package projectbase

import (
	"errors"
	"fmt"
)

// Errors of opening and reading a base.
var (
	ErrNotIndexed = errors.New("not indexed")                // there is no base
	ErrForeign    = errors.New("made by another program")    // an index.db that is not ours
	ErrTooNew     = errors.New("made by a newer codegraph")  // its format is ahead of this program
	ErrOutdated   = errors.New("made by an older codegraph") // its format is behind; rebuilding mends it
	ErrCorrupt    = errors.New("damaged")                    // not readable as a base
	ErrMalformed  = errors.New("malformed data")             // packed data that breaks its format
	ErrNotFound   = errors.New("not found")                  // a file or name that the base does not hold
	ErrNotAllowed = errors.New("not allowed")                // outside the root, or no right to it
	ErrUsage      = errors.New("wrong usage")                // an argument that makes no sense
	ErrUnreadable = errors.New("cannot be read")             // a file or directory of the project
	ErrNothing    = errors.New("nothing to index")           // a tree without a file of a known language
	ErrReadOnly   = errors.New("cannot be written")          // the project's directory
	ErrLimit      = errors.New("more than the limit allows") // a limit of size, time or number was passed
)

// BusyError says that another process writes the base.
type BusyError struct {
	Base string // directory of the base
	PID  int    // process id of the writer; 0 if it is not known
}

func (e *BusyError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("%s is being written by another process", e.Base)
	}
	return fmt.Sprintf("%s is being written by process %d", e.Base, e.PID)
}
