package catalog

import (
	"errors"
	"fmt"
	"strings"
)

// Errors of opening a catalog.
var (
	ErrTooNew      = errors.New("made by a newer codegraph")     // its format is ahead of this program
	ErrForeign     = errors.New("made by another program")       // the file is no catalog
	ErrCorrupt     = errors.New("damaged")                       // the file was a catalog
	ErrUnavailable = errors.New("the catalog cannot be reached") // no such place, no right to read it, no network
)

// Errors of using one.
var (
	ErrNotFound  = errors.New("not found")               // no project or tag of that name; see NotFoundError
	ErrAmbiguous = errors.New("ambiguous")               // several projects of that name; see AmbiguousError
	ErrReadOnly  = errors.New("cannot be written")       // on a read-only disk, or by one who may only read
	ErrBusy      = errors.New("busy")                    // locked for longer than the caller waits; see BusyError
	ErrStale     = errors.New("out of date")             // what a write was made from has changed; read again and repeat
	ErrLost      = errors.New("lost to another process") // the lease under which a write was to be done
	ErrUsage     = errors.New("wrong usage")             // an argument that makes no sense

	// ErrNotAllowed: the catalog asks for a token, or for one that may do more.
	ErrNotAllowed = errors.New("not allowed")
)

// NotFoundError names what is unknown and what is nearest to it.
type NotFoundError struct {
	What    string   // "project" or "tag"
	Name    string   // as it was asked for
	Nearest []string // names, the nearest first; may be empty
}

func (e *NotFoundError) Error() string {
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("no %s %q in the catalog", e.What, e.Name)
	}
	return fmt.Sprintf("no %s %q in the catalog; nearest: %s", e.What, e.Name, strings.Join(e.Nearest, ", "))
}

// Is makes it an ErrNotFound.
func (e *NotFoundError) Is(target error) bool { return target == ErrNotFound }

// AmbiguousError lists the projects that a name may mean.
type AmbiguousError struct {
	Name       string
	Candidates []Project // sorted like the answer of Store.Projects; at least two
}

func (e *AmbiguousError) Error() string {
	roots := make([]string, len(e.Candidates))
	for i, p := range e.Candidates {
		roots[i] = p.Root
	}
	return fmt.Sprintf("project %q is ambiguous: say which by its path: %s", e.Name, strings.Join(roots, ", "))
}

// Is makes it an ErrAmbiguous.
func (e *AmbiguousError) Is(target error) bool { return target == ErrAmbiguous }

// BusyError names what is locked.
type BusyError struct {
	Where string // file or address of the catalog
	Err   error  // what the lock said; may be nil
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("the catalog %s is locked by another process; try again", e.Where)
}

// Is makes it an ErrBusy.
func (e *BusyError) Is(target error) bool { return target == ErrBusy }

func (e *BusyError) Unwrap() error { return e.Err }
