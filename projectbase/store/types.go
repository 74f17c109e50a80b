package store

import "codegraph/projectbase"

// FileID numbers a file of one index, from 1. A full build numbers files by
// path; files that an update adds get higher ids.
type FileID uint32

// ItemID numbers an item of one index, from 1 in order of first appearance.
type ItemID uint32

// MaxFile keeps the ids of symbols within what JSON numbers hold exactly.
const MaxFile = 1<<29 - 1

// File has the properties of an indexed file, without its occurrences and
// symbols.
type File struct {
	FileMeta
	ID          FileID
	Generated   bool   // the text says that a program wrote it
	Partial     string // why only its terms are known; "" if the file was parsed
	Errors      uint32 // error nodes of the syntax tree
	Lines       uint32 // of the source
	LineObjects uint32
	Items       uint32 // distinct items
	Occurrences uint32
	Methods     uint32 // symbols in the view methods
	Types       uint32 // symbols in the view types
	Symbols     uint32
}

// FileMeta has the properties of a file that the reader of the file knows.
type FileMeta struct {
	Path      projectbase.Path
	Language  string
	Hash      projectbase.Hash
	Stat      projectbase.Stat
	IndexedAt int64 // nanoseconds since 1970; 0 takes the time of the call
}

// Item is a term of the index.
type Item struct {
	ID          ItemID
	Term        string
	Occurrences uint32
}

// Skipped is a path that is not indexed, with the file information that shows
// whether this may have changed.
type Skipped struct {
	projectbase.Skip
	Stat projectbase.Stat
}

// Entry is a directory of the project when its names were read.
type Entry struct {
	Path projectbase.Path
	Stat projectbase.Stat
}

// Decider is a file that controls which files are indexed and how: an ignore
// file, the configuration, a manifest. A file that did not exist has a zero
// Stat.
type Decider struct {
	Path string // relative to the root and slash-separated, or absolute
	Stat projectbase.Stat
}

// Inventory has the results of a walk besides the files to index.
type Inventory struct {
	Skipped  []Skipped
	Dirs     []Entry
	Deciders []Decider
}

// Link is a dependency on another project that a user added. A rebuild of the
// index keeps links.
type Link struct {
	Path        string // root of the other project
	Name        string // shown name; "" if none was given
	ProjectID   string // id of the other project; "" if unknown
	LastChecked int64  // Unix seconds; 0 if never
}

// Stats has the size of an index.
type Stats struct {
	Files        int
	Lines        int64 // line objects
	SourceLines  int64
	Items        int64
	Occurrences  int64
	Methods      int64
	Types        int64
	Symbols      int64
	Dependencies int
	Bytes        int64 // of index.db
}

// Change describes the changes of an operation in one file.
type Change struct {
	Unchanged    bool // at most the file information was written
	Created      bool // the file is new in the index
	Removed      bool // the file was removed from the index
	ItemsAdded   int  // items that are new in the file
	ItemsRemoved int  // items that are gone from the file
	LinesChanged int  // line objects that were added, removed or changed their type
}

// Names of our files in the directory of an index.
const (
	FileName  = "index.db"
	LockName  = "lock"
	BuildName = "index.db.build" // of an index that is being built, and its companions
)
