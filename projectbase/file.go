package projectbase

import "encoding/hex"

// Hash is the SHA-256 of a file's bytes.
type Hash [32]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Stat is what tells without reading whether a file may have changed. Two
// values are compared for inequality only: clocks go backwards and tools set
// times as they like.
type Stat struct {
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Changed int64 // time of the inode's last change, in the same unit; 0 where the system has none
	Inode   uint64
}

// SkipReason is why a path of the tree is not indexed.
type SkipReason string

// The reasons for skipping; other programs read these words.
const (
	SkipIgnored     SkipReason = "ignored"      // by a .gitignore or another of git's ignore files
	SkipExcluded    SkipReason = "excluded"     // by the configuration's exclude
	SkipNotIncluded SkipReason = "not_included" // include is not empty and does not match
	SkipCache       SkipReason = "cache"        // a directory of fetched or generated dependencies
	SkipBinary      SkipReason = "binary"       // holds NUL bytes near its start
	SkipMinified    SkipReason = "minified"     // lines longer than people write
	SkipTooLarge    SkipReason = "too_large"    // longer than max_file_size
	SkipSpecial     SkipReason = "special"      // a FIFO, socket or device
	SkipUnreadable  SkipReason = "unreadable"   // no permission, or an error of the disk
	SkipLink        SkipReason = "link"         // a symbolic link that leads out of the root, into a loop or to nothing
	SkipBadName     SkipReason = "bad_name"     // a name with control characters or invalid UTF-8
)

// Skip is a path that is not indexed. A directory stands for all below it.
type Skip struct {
	Path   Path
	Reason SkipReason
	Dir    bool
}
