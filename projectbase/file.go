package projectbase

import "encoding/hex"

// Hash is the SHA-256 of a file's bytes.
type Hash [32]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Stat tells without reading whether a file may have changed. Code compares two values
// only for inequality: clocks go backwards, and tools set times at will.
type Stat struct {
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Changed int64 // time of the last inode change, in the same unit; 0 if the system has none
	Inode   uint64
}

// SkipReason is the reason why a path is not indexed.
type SkipReason string

// The reasons for skipping a path. Other programs read these words.
const (
	SkipIgnored     SkipReason = "ignored"      // by .gitignore or another ignore file of Git
	SkipExcluded    SkipReason = "excluded"     // by "exclude" in the configuration
	SkipNotIncluded SkipReason = "not_included" // not matched by a non-empty "include"
	SkipCache       SkipReason = "cache"        // a directory of fetched or generated dependencies
	SkipBinary      SkipReason = "binary"       // contains NUL bytes near its start
	SkipMinified    SkipReason = "minified"     // contains very long lines
	SkipTooLarge    SkipReason = "too_large"    // larger than max_file_size
	SkipSpecial     SkipReason = "special"      // a FIFO, socket or device
	SkipUnreadable  SkipReason = "unreadable"   // no permission, or a disk error
	SkipLink        SkipReason = "link"         // a symbolic link out of the root, in a loop, or dangling
	SkipBadName     SkipReason = "bad_name"     // a name with control characters or invalid UTF-8
)

// Skip is a path that is not indexed. A directory includes everything below it.
type Skip struct {
	Path   Path
	Reason SkipReason
	Dir    bool
}
