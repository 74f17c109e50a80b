package index

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
	"codegraph/projectbase/worker"
)

// Project names a project and where its index lies.
type Project struct {
	Root    string // absolute path of its root directory
	Base    string // directory of its index: index.db, config.json, lock and the summaries
	DirName string // of directories that hold indexes, which no walk enters: ".codegraph"
}

// ProjectAt returns the project whose root is the directory root.
func ProjectAt(root string, l settings.Locations) (Project, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return Project{}, fmt.Errorf("project %q: %w", root, err)
	}
	return Project{Root: abs, Base: settings.BaseDir(abs, l), DirName: l.Name()}, nil
}

// maxName bounds the names that people give; indexes refuse to hold much longer ones.
const maxName = 200

// checkName returns an error that wraps projectbase.ErrUsage unless a project
// can be shown by the name; "" is none.
func checkName(name string) error {
	switch {
	case len(name) > maxName:
		return fmt.Errorf("%w: a name of %d bytes: write at most %d", projectbase.ErrUsage, len(name), maxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("%w: the name %q has characters that cannot be shown", projectbase.ErrUsage, name)
	}
	return nil
}

// Parsers extracts files; *worker.Pool does it in child processes.
type Parsers interface {
	// Extract delivers the results of jobs in their order.
	Extract(ctx context.Context, jobs <-chan worker.Job, deliver func(worker.Result) error) error
}

// Indexer is the pipeline with what it works with. It is safe for concurrent
// use; operations on one index exclude each other by the index's lock.
type Indexer struct {
	Languages *lang.Set
	Parsers   Parsers
	Now       func() time.Time // nil is time.Now
	Git       git.Environment  // the zero value is that of the process
	Hooks     source.Hooks     // for tests

	mu     sync.Mutex // guards what follows
	byBase map[string]*known
	graphs map[string]*graph
}

func (x *Indexer) now() time.Time {
	if x.Now != nil {
		return x.Now()
	}
	return time.Now()
}

// Wait says how to wait for another writer of the same index.
type Wait struct {
	Limit  time.Duration // how long to wait before *projectbase.BusyError; 0 is not at all
	OnWait func(pid int) // called once when waiting begins; pid is 0 if unknown; may be nil
}

// Progress is told how many files of how many are done, and the bytes of those;
// it is called from one goroutine at a time and must return soon.
type Progress func(done, total int, bytes int64)
