package catalog

import (
	"errors"
	"fmt"
	"strings"
)

// Errors of opening a catalog.
var (
	ErrTooNew      = errors.New("made by a newer codegraph")     // its format is ahead of this program
	ErrTooOld      = errors.New("made by an old codegraph")      // this program cannot migrate its format; see TooOldError
	ErrForeign     = errors.New("made by another program")       // the file is not a catalog
	ErrCorrupt     = errors.New("damaged")                       // the file was a catalog
	ErrUnavailable = errors.New("the catalog cannot be reached") // no such file or host, no permission, no network
)

// Errors of using one.
var (
	ErrNotFound   = errors.New("not found")               // no project or tag has the name; see NotFoundError
	ErrAmbiguous  = errors.New("ambiguous")               // several projects have the name; see AmbiguousError
	ErrReadOnly   = errors.New("cannot be written")       // a read-only disk, or no permission to write
	ErrBusy       = errors.New("busy")                    // locked for longer than the caller waits; see BusyError
	ErrStale      = errors.New("out of date")             // the basis of a write has changed; read it again and repeat
	ErrLost       = errors.New("lost to another process") // another process has taken the lease of a write
	ErrUsage      = errors.New("wrong usage")             // an invalid argument
	ErrNotAllowed = errors.New("not allowed")             // the catalog needs a token, or a token with more rights
)

// ErrUnsupported means that the catalog lacks this part of the contract. It is an
// ErrUsage.
var ErrUnsupported = fmt.Errorf("%w: this catalog does not keep that", ErrUsage)

// NotFoundError names an unknown project or tag and similar names.
type NotFoundError struct {
	What    string   // "project" or "tag"
	Name    string   // as the caller wrote it
	Nearest []string // similar names, the most similar first; may be empty
}

func (e *NotFoundError) Error() string {
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("no %s %q in the catalog", e.What, e.Name)
	}
	return fmt.Sprintf("no %s %q in the catalog; nearest: %s", e.What, e.Name, strings.Join(e.Nearest, ", "))
}

// Is makes it an ErrNotFound.
func (e *NotFoundError) Is(target error) bool { return target == ErrNotFound }

// AmbiguousError lists the projects that have a name.
type AmbiguousError struct {
	Name       string
	Candidates []Project // in the order of Store.Projects; at least two
}

func (e *AmbiguousError) Error() string {
	roots := make([]string, len(e.Candidates))
	for i, p := range e.Candidates {
		roots[i] = p.Root
	}
	return fmt.Sprintf("several projects are named %q; choose one by its path: %s", e.Name, strings.Join(roots, ", "))
}

// Is makes it an ErrAmbiguous.
func (e *AmbiguousError) Is(target error) bool { return target == ErrAmbiguous }

// BusyError names a locked catalog.
type BusyError struct {
	Where string // file or address of the catalog
	Err   error  // of the lock; may be nil
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("the catalog %s is locked by another process; try again", e.Where)
}

// Is makes it an ErrBusy.
func (e *BusyError) Is(target error) bool { return target == ErrBusy }

func (e *BusyError) Unwrap() error { return e.Err }

// TooOldError says that a catalog has a format that this program cannot migrate.
type TooOldError struct {
	Where   string // file or address of the catalog
	Version int64  // of its format
	Through string // the program that migrates it to a format that this program knows
}

func (e *TooOldError) Error() string {
	return fmt.Sprintf("the catalog %s has format %d, which is too old: build codegraph from %s, run its command `codegraph projects` once with this catalog, then use this version again",
		e.Where, e.Version, e.Through)
}

// Is makes it an ErrTooOld.
func (e *TooOldError) Is(target error) bool { return target == ErrTooOld }
