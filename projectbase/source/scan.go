package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
)

// Options are the settings of Scan.
type Options struct {
	Settings settings.Settings
	// Classify returns the language id of a file, or "" if it is not a source
	// file. It may call head for the first bytes of the file, at most HeadSize.
	// They are valid until Classify returns. head returns nil if the file is
	// unreadable or skipped for another reason. Classify is called from several
	// goroutines.
	Classify func(p projectbase.Path, head func() []byte) string
	// SkipDirs are names of directories that Scan neither enters nor reports:
	// index directories. ".git" is always skipped.
	SkipDirs   []string
	ConfigFile string          // absolute path of the index's config.json, a decider
	Git        git.Environment // the zero value uses the environment of the process
	Hooks      Hooks
	Parallel   int // number of directories read in parallel; 0 means one per processor
}

// HeadSize is the number of bytes of a file that Classify can read.
const HeadSize = 32 << 10

// Listing is the result of Scan. All lists are sorted bytewise by path.
type Listing struct {
	Files    []Entry
	Dirs     []Stamped // directories that were read; "." is the root
	Deciders []Stamped // files that control which files are indexed, also missing ones
	Skipped  []Skipped
	Repo     *git.Repo // the repository that contains the root; nil if there is none
}

// Entry is a source file.
type Entry struct {
	Path     projectbase.Path
	Stat     projectbase.Stat
	Language string
}

// Skipped is a path that is not indexed. Its Stat is set only if a change of
// the path itself can make it indexed; otherwise a directory or decider must
// change.
type Skipped struct {
	projectbase.Skip
	Stat projectbase.Stat
	Racy bool // the file may have changed without a change of Stat
}

// Scan lists the source files below root, a directory or a link to one.
// Unreadable paths below root are in Skipped. The error concerns the root
// itself, the settings, or ctx.
func Scan(ctx context.Context, root string, opts Options) (*Listing, error) {
	l, err := scan(ctx, root, opts)
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", root, err)
	}
	return l, nil
}

func scan(ctx context.Context, root string, opts Options) (*Listing, error) {
	s, err := newScanner(root, opts)
	if err != nil {
		return nil, err
	}
	handle, err := openDir(s.root, true)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
	}
	defer handle.close()
	s.handle = handle
	first, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	s.queue = append(s.queue, first)
	n := opts.Parallel
	if n <= 0 {
		n = min(runtime.GOMAXPROCS(0), 8)
	}
	workers := make([]*worker, n)
	var group sync.WaitGroup
	stop := context.AfterFunc(ctx, s.wakeAll)
	defer stop()
	for i := range workers {
		workers[i] = newWorker(s)
		group.Go(func() { workers[i].run(ctx) })
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if s.rootErr != nil {
		return nil, s.rootErr
	}
	return s.merge(workers), nil
}

// scanner is the state of one Scan.
type scanner struct {
	opts      Options
	root      string
	handle    dirHandle // of the root
	include   settings.Globs
	exclude   settings.Globs
	extra     settings.Globs
	languages map[string]bool
	skipDirs  map[string]bool
	started   time.Time
	repo      *git.Repo

	mu       sync.Mutex
	wake     sync.Cond // signals on queue and busy
	queue    []dirJob
	busy     int
	rootErr  error
	deciders map[string]Stamped
	problems []Skipped // found outside of the workers
}

// dirJob is a directory to read.
type dirJob struct {
	path  string // relative to the root; "" for the root
	top   *top
	chain *ignoreChain
	out   projectbase.SkipReason // reason to skip files here that are neither tracked nor in ExtraFiles; "" for none
}

func newScanner(root string, opts Options) (*scanner, error) {
	s := &scanner{opts: opts, started: time.Now(), deciders: map[string]Stamped{}, skipDirs: map[string]bool{}}
	s.wake.L = &s.mu
	var err, e1, e2, e3 error
	s.root, err = filepath.Abs(root)
	s.include, e1 = settings.Compile(opts.Settings.Include)
	s.exclude, e2 = settings.Compile(opts.Settings.Exclude)
	s.extra, e3 = settings.Compile(opts.Settings.ExtraFiles)
	if err := errors.Join(err, e1, e2, e3); err != nil {
		return nil, err
	}
	for _, l := range opts.Settings.Languages {
		if s.languages == nil {
			s.languages = map[string]bool{}
		}
		s.languages[l] = true
	}
	for _, name := range opts.SkipDirs {
		s.skipDirs[name] = true
	}
	if s.opts.Settings.MaxFileSize == 0 {
		s.opts.Settings.MaxFileSize = settings.DefaultMaxFileSize
	}
	if s.opts.Git == (git.Environment{}) {
		s.opts.Git = git.UserEnvironment()
	}
	return s, nil
}

// next waits for a directory to read. ok is false if there are no more.
func (s *scanner) next(ctx context.Context) (dirJob, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && s.busy > 0 && ctx.Err() == nil {
		s.wake.Wait()
	}
	if len(s.queue) == 0 || ctx.Err() != nil {
		return dirJob{}, false
	}
	job := s.queue[len(s.queue)-1]
	s.queue = s.queue[:len(s.queue)-1]
	s.busy++
	return job, true
}

// done queues the directories that a job found.
func (s *scanner) done(found []dirJob) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, found...)
	s.busy--
	if len(found) > 1 || s.busy == 0 {
		s.wake.Broadcast()
	}
}

// wakeAll wakes the waiting workers after the context has ended.
func (s *scanner) wakeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wake.Broadcast()
}

// stamp records a decider. The first stamp of a path counts, because the
// content was read after it.
func (s *scanner) stamp(path string, stat projectbase.Stat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.deciders[path]; !ok {
		s.deciders[path] = Stamped{Path: path, Stat: stat, Racy: stat != projectbase.Stat{} && Racy(stat, s.started)}
	}
}

// problem records a path that could not be read.
func (s *scanner) problem(path projectbase.Path, reason projectbase.SkipReason) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problems = append(s.problems, Skipped{Skip: projectbase.Skip{Path: path, Reason: reason}})
}

func (s *scanner) merge(workers []*worker) *Listing {
	l := &Listing{Repo: s.repo, Skipped: s.problems}
	for _, w := range workers {
		l.Files = append(l.Files, w.files...)
		l.Dirs = append(l.Dirs, w.dirs...)
		l.Skipped = append(l.Skipped, w.skipped...)
	}
	for _, d := range s.deciders {
		l.Deciders = append(l.Deciders, d)
	}
	slices.SortFunc(l.Files, func(a, b Entry) int { return cmp.Compare(a.Path, b.Path) })
	byPath := func(a, b Stamped) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortFunc(l.Dirs, byPath)
	slices.SortFunc(l.Deciders, byPath)
	slices.SortFunc(l.Skipped, func(a, b Skipped) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return l
}
