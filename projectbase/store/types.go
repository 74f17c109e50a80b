package store

import "codegraph/projectbase"

// FileID numbers a file of one index, from 1. In an index that was built at once
// ids follow the order of paths; files that came later have higher ones.
type FileID uint32

// ItemID numbers an item of one index, from 1 in order of first appearance.
type ItemID uint32

// MaxFile keeps the ids of symbols within what JSON numbers hold exactly.
const MaxFile = 1<<29 - 1

// File is what an index knows of a file, but for its occurrences and symbols.
type File struct {
	FileMeta
	ID          FileID
	Generated   bool   // the text says that a program wrote it
	Partial     string // why only its words are known; "" if all is
	Errors      uint32 // error nodes of the syntax tree
	Lines       uint32 // of the source
	LineObjects uint32
	Items       uint32 // different ones
	Occurrences uint32
	Methods     uint32 // symbols that are listed as a signature's methods
	Types       uint32 // and as its types
	Symbols     uint32
}

// FileMeta is what whoever read a file tells of it.
type FileMeta struct {
	Path      projectbase.Path
	Language  string
	Hash      projectbase.Hash
	Stat      projectbase.Stat
	IndexedAt int64 // nanoseconds since 1970; 0 takes the time of the call
}

// Item is a spelling that occurs in the index.
type Item struct {
	ID          ItemID
	Term        string
	Occurrences uint32
}

// Skipped is a path that is not indexed, with what tells whether that may have
// changed.
type Skipped struct {
	projectbase.Skip
	Stat projectbase.Stat
}

// Entry is a directory of the project as it was when its names were read.
type Entry struct {
	Path projectbase.Path
	Stat projectbase.Stat
}

// Decider is a file that decides what is indexed and how: an ignore file, the
// configuration, a manifest. One that did not exist has a zero Stat.
type Decider struct {
	Path string // relative to the root and slash-separated, or absolute
	Stat projectbase.Stat
}

// Inventory is what the walk of a tree found besides the files to index.
type Inventory struct {
	Skipped  []Skipped
	Dirs     []Entry
	Deciders []Decider
}

// Link is a dependency on another project that people entered. The index keeps
// them when it is built anew.
type Link struct {
	Path        string // root of the other project
	Name        string // shown name; "" if none was given
	ProjectID   string // id of the other project; "" if unknown
	LastChecked int64  // Unix seconds; 0 if never
}

// Stats counts what an index holds.
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

// Change is what an operation changed in one file.
type Change struct {
	Unchanged    bool // nothing was written but, perhaps, the stat
	Created      bool // the index did not hold the file
	Removed      bool // the index held the file and does no more
	ItemsAdded   int  // items that the file has now and had not
	ItemsRemoved int  // items that the file had and has no more
	LinesChanged int  // line objects added, removed or retyped
}

// Names of our files in the directory of an index.
const (
	FileName  = "index.db"
	LockName  = "lock"
	BuildName = "index.db.build" // of an index that is being built, and its companions
)
