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

// Project has the directories of a project.
type Project struct {
	Root    string // absolute path of its root directory
	Base    string // directory of its index: index.db, config.json, lock, summary.md, docs.md
	DirName string // name of index directories, which no walk enters: ".codegraph"
}

// ProjectAt returns the project whose root is the directory root.
func ProjectAt(root string, l settings.Locations) (Project, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return Project{}, fmt.Errorf("project %q: %w", root, err)
	}
	return Project{Root: abs, Base: settings.BaseDir(abs, l), DirName: l.Name()}, nil
}

// maxName bounds the length of project names; an index refuses much longer
// ones.
const maxName = 200

// checkName returns an error that wraps projectbase.ErrUsage if a project
// cannot be displayed by the name. "" means no name and is valid.
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

// Indexer runs the pipeline. It is safe for concurrent use; the lock of an
// index serialises operations on it.
type Indexer struct {
	Languages *lang.Set
	Parsers   Parsers
	Now       func() time.Time // nil is time.Now
	Git       git.Environment  // the zero value uses the process's environment
	Hooks     source.Hooks     // for tests

	mu     sync.Mutex // guards the fields below
	byBase map[string]*known
	graphs map[string]*graph
}

func (x *Indexer) now() time.Time {
	if x.Now != nil {
		return x.Now()
	}
	return time.Now()
}

// Wait configures the wait for another writer of the same index.
type Wait struct {
	Limit  time.Duration // longest wait before *projectbase.BusyError; 0 does not wait
	OnWait func(pid int) // called once when waiting begins; pid is 0 if unknown; may be nil
}

// Progress is called with the number of finished files, of all files, and the
// bytes of the finished files. It is called from one goroutine at a time and
// must return soon.
type Progress func(done, total int, bytes int64)
