package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
)

// session is one operation on an index. It has the lock from begin to end.
type session struct {
	*Indexer
	project  Project
	started  time.Time
	settings settings.Settings
	lock     *lock.Lock
	known    *known // nil if there is no index to update
}

// begin takes the lock of the index, whose directory exists, and reads the
// recorded state. A damaged or outdated index counts as none.
func (x *Indexer) begin(ctx context.Context, p Project, wait Wait) (*session, error) {
	s, err := x.enter(ctx, p, wait)
	if err != nil {
		return nil, err
	}
	if err := s.load(ctx); err != nil {
		s.end()
		return nil, err
	}
	return s, nil
}

// enter is begin without reading the index.
func (x *Indexer) enter(ctx context.Context, p Project, wait Wait) (*session, error) {
	if err := refuseLink(p); err != nil {
		return nil, err
	}
	lock, err := lock.Acquire(ctx, p.Base, wait.Limit, wait.OnWait)
	if err != nil {
		return nil, readOnlyHint(p, err)
	}
	s := &session{Indexer: x, project: p, started: x.now(), lock: lock}
	if s.settings, err = loadSettings(x, p); err != nil {
		s.end()
		return nil, err
	}
	return s, nil
}

// load reads the recorded state.
func (s *session) load(ctx context.Context) error {
	s.known = nil
	base, err := read.Open(ctx, s.project.Base)
	if rebuildable(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer base.Close()
	s.known, err = s.readKnown(ctx, base)
	if rebuildable(err) {
		s.known = nil
		return nil
	}
	return err
}

// loadAll completes the recorded state of a session that has read only the
// metadata.
func (s *session) loadAll(ctx context.Context) error {
	if s.known != nil && s.known.whole {
		return nil
	}
	if err := s.load(ctx); err != nil {
		return err
	}
	if s.known == nil {
		return fmt.Errorf("the index in %s: %w", s.project.Base, projectbase.ErrCorrupt)
	}
	return nil
}

// whole returns the complete recorded state.
func (s *session) whole(ctx context.Context) (*known, error) {
	err := s.loadAll(ctx)
	return s.known, err
}

// end releases the lock.
func (s *session) end() { _ = s.lock.Release() } // the kernel releases it in any case

// rebuildable reports whether err means that the index must be built.
func rebuildable(err error) bool {
	return errors.Is(err, projectbase.ErrNotIndexed) || errors.Is(err, projectbase.ErrCorrupt) || errors.Is(err, projectbase.ErrOutdated)
}

// sound reports whether this version extracted the index with the present
// settings.
func (s *session) sound() bool {
	return s.known != nil && s.known.meta.ExtractorVersion == s.Languages.Version() &&
		s.known.meta.Other[keyStrings] == stringsValue(s.settings)
}

// Metadata keys of this package.
const (
	keyStrings    = "index_strings" // "false" if strings are not indexed, otherwise absent
	keyContent    = "content"       // changes with the content of the summary
	keySummarised = "summarised"    // the value of keyContent that the summary describes
)

func stringsValue(s settings.Settings) string {
	if s.IndexStrings {
		return ""
	}
	return "false"
}

// loadSettings reads the configuration of an index and checks its languages.
func loadSettings(x *Indexer, p Project) (settings.Settings, error) {
	s, err := settings.Load(p.Base)
	if err != nil {
		return s, err
	}
	if err := x.checkLanguages(s.Languages); err != nil {
		return s, fmt.Errorf("languages in %s: %w", filepath.Join(p.Base, settings.FileName), err)
	}
	return s, nil
}

func (x *Indexer) checkLanguages(ids []string) error {
	for _, id := range ids {
		if x.Languages.ByID(id) == nil {
			return fmt.Errorf("unknown language %q; known are %s: %w", id, strings.Join(x.Languages.IDs(), ", "), projectbase.ErrUsage)
		}
	}
	return nil
}

// checkRoot returns an error unless the root of p is a directory.
func checkRoot(p Project) error {
	info, err := os.Stat(p.Root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", p.Root, projectbase.ErrNotFound)
	case err != nil:
		return fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory: %w", p.Root, projectbase.ErrUsage)
	}
	return nil
}

// makeBase creates the directory of the index.
func makeBase(p Project) error {
	if err := refuseLink(p); err != nil {
		return err
	}
	err := os.MkdirAll(p.Base, 0o755)
	if err == nil {
		return ignoreBase(p)
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return projectbase.WithHint(fmt.Errorf("create %s: %w: a file is in the way: %w", p.Base, projectbase.ErrReadOnly, err),
			projectbase.Hint{Text: "move the file, or choose another directory for the index: set CODEGRAPH_DIR or CODEGRAPH_BASES"})
	}
	return readOnlyHint(p, fmt.Errorf("create %s: %w: %w", p.Base, projectbase.ErrReadOnly, err))
}

// refuseLink returns an error that wraps projectbase.ErrNotAllowed if the index
// directory in the root is a link. A cloned repository may contain one, and
// writing through it could change any directory.
func refuseLink(p Project) error {
	if p.Base != filepath.Join(p.Root, p.DirName) {
		return nil // the user chose the directory
	}
	info, err := os.Lstat(p.Base)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil // the next access reports the error
	}
	return projectbase.WithHint(fmt.Errorf("%s is a symbolic link: %w", p.Base, projectbase.ErrNotAllowed),
		projectbase.Hint{Text: "remove it; to keep indexes elsewhere, set CODEGRAPH_BASES"})
}

// ignoreBase keeps an index in its root out of Git, unless the directory
// already has a .gitignore.
func ignoreBase(p Project) error {
	if !strings.HasPrefix(p.Base, p.Root+string(filepath.Separator)) {
		return nil
	}
	name := filepath.Join(p.Base, ".gitignore")
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return readOnlyHint(p, fmt.Errorf("create %s: %w: %w", name, projectbase.ErrReadOnly, err))
	}
	_, err = f.WriteString("*\n")
	if end := f.Close(); err == nil {
		err = end
	}
	if err != nil {
		return fmt.Errorf("create %s: %w", name, err)
	}
	return nil
}

// readOnlyHint adds a hint to an error about an index that is not writable.
func readOnlyHint(p Project, err error) error {
	if !errors.Is(err, projectbase.ErrReadOnly) {
		return err
	}
	return projectbase.WithHint(err, projectbase.Hint{Text: "set CODEGRAPH_BASES to a writable directory for indexes"})
}

// scanOptions returns the settings of a walk. If watch is not nil, the walk
// calls it for each file that no rule excludes, from several goroutines.
func (x *Indexer) scanOptions(p Project, s settings.Settings, watch func(projectbase.Path)) source.Options {
	return source.Options{
		Settings: s,
		Classify: func(path projectbase.Path, head func() []byte) string {
			if watch != nil {
				watch(path)
			}
			return x.Languages.DetectAmong(s.Languages, path, head)
		},
		SkipDirs:   slices.Compact([]string{p.DirName, settings.DefaultDirName}),
		ConfigFile: filepath.Join(p.Base, settings.FileName),
		Git:        x.Git,
		Hooks:      x.Hooks,
	}
}
