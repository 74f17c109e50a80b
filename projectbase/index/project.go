package index

import (
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/worker"
)

// Project names a project and where its base lies.
type Project struct {
	Root string // absolute path of its root directory
	Base string // directory of its base: index.db, config.json, lock and the summaries
}

// Languages is what the pipeline asks of the set of languages; lang.Set has it.
type Languages interface {
	// Detect returns the id of the language of the file at path, or "". head
	// returns the first bytes of the file and is called only where the name
	// does not tell.
	Detect(path projectbase.Path, head func() []byte) string
	// IDs returns the ids of all languages, sorted.
	IDs() []string
	// Version changes whenever extraction would find something else.
	Version() string
}

// Indexer is the pipeline with what it works with. It is safe for concurrent
// use; operations on one base exclude each other by the base's lock.
type Indexer struct {
	Languages Languages
	Pool      *worker.Pool
	Now       func() time.Time // nil is time.Now
}

// Wait says how to wait for another writer of the same base.
type Wait struct {
	Limit  time.Duration // how long to wait before *projectbase.BusyError; 0 is not at all
	OnWait func(pid int) // called once when waiting begins; pid is 0 if unknown; may be nil
}

// Progress is told how far an operation is; it is called from one goroutine at
// a time and must return soon.
type Progress func(done, total int, bytes int64)
