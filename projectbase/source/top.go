package source

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
)

// top is the directory to which ignore rules are relative: the work tree of a
// repository, or the scanned root if it is in no repository.
type top struct {
	repo   *git.Repo // nil outside of a repository
	above  string    // path of the scanned root below the top, with a slash at its end; "" unless the top lies above it
	below  int       // length of the top's path below the scanned root, with the slash; 0 if the top is not below it
	fold   bool
	global *ignoreChain // the ignore files outside of the tree

	once  sync.Once
	index *git.Index
}

// rel converts a path relative to the scanned root to one relative to the
// top.
func (t *top) rel(p string) string {
	if t.above != "" {
		return t.above + p
	}
	return p[t.below:]
}

// tracks reports whether Git tracks the file rel.
func (s *scanner) tracks(ctx context.Context, t *top, rel string) bool {
	ix := s.indexOf(ctx, t)
	return ix != nil && ix.Has(rel)
}

// tracksBelow reports whether Git tracks a file in the directory rel.
func (s *scanner) tracksBelow(ctx context.Context, t *top, rel string) bool {
	ix := s.indexOf(ctx, t)
	return ix != nil && ix.HasBelow(strings.TrimSuffix(rel, "/"))
}

// indexOf reads the list of tracked files on first use. If it is unreadable,
// it is reported in Skipped and no file counts as tracked.
func (s *scanner) indexOf(ctx context.Context, t *top) *git.Index {
	if t.repo == nil {
		return nil
	}
	t.once.Do(func() {
		ix, err := t.repo.Index(ctx)
		if err != nil {
			s.problem(s.name(t.repo.IndexFile()), projectbase.SkipUnreadable)
			return
		}
		t.index = ix
	})
	return t.index
}

// name returns the path in the tree of an absolute file name, as far as a
// Path can represent it.
func (s *scanner) name(file string) projectbase.Path {
	if rel, err := filepath.Rel(s.root, file); err == nil && filepath.IsLocal(rel) {
		return projectbase.Path(filepath.ToSlash(rel))
	}
	return projectbase.Path(strings.TrimLeft(path.Clean(filepath.ToSlash(file)), "/"))
}

// begin finds the repository around the root and returns the first job.
func (s *scanner) begin(ctx context.Context) (dirJob, error) {
	if s.opts.ConfigFile != "" {
		s.stampFile(s.opts.ConfigFile)
	}
	for _, name := range s.opts.Git.ConfigFiles() {
		s.stampFile(name)
	}
	repo := s.findRepo()
	if repo == nil {
		t := s.newTop(ctx, nil)
		return dirJob{top: t, chain: t.global}, nil
	}
	s.repo = repo
	t := s.newTop(ctx, repo)
	rel, err := filepath.Rel(repo.WorkTree, s.root)
	if err != nil || rel == "." {
		return dirJob{top: t, chain: t.global}, nil
	}
	t.above = filepath.ToSlash(rel) + "/"
	chain, ignored := s.above(t)
	job := dirJob{top: t, chain: chain}
	if ignored {
		if !s.tracksBelow(ctx, t, t.above) {
			// The user asked for a directory that its repository ignores, so the rules
			// of that repository do not apply.
			t = s.newTop(ctx, nil)
			s.repo = nil
			return dirJob{top: t, chain: t.global}, nil
		}
		job.out = projectbase.SkipIgnored
	}
	return job, nil
}

// findRepo returns the repository of the root or of the nearest directory
// above it. It records the places where a repository could appear as
// deciders.
func (s *scanner) findRepo() *git.Repo {
	for dir := s.root; ; dir = filepath.Dir(dir) {
		if r, err := git.Open(dir); err == nil {
			return r
		}
		if dir != s.root {
			s.stampFile(filepath.Join(dir, ".git"))
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// newTop records the deciders of a repository and reads its ignore files
// outside of the tree. A nil repo means a tree outside of any repository.
func (s *scanner) newTop(ctx context.Context, repo *git.Repo) *top {
	t := &top{repo: repo}
	for _, name := range repo.IncludedConfig(s.opts.Git) {
		s.stampFile(name)
	}
	ig := repo.Ignoring(ctx, s.opts.Git)
	t.fold = ig.FoldCase
	if ig.GlobalFile != "" {
		t.global = t.global.with(s.readIgnore(ig.GlobalFile, "", t.fold))
	}
	if repo != nil {
		t.global = t.global.with(s.readIgnore(repo.ExcludeFile(), "", t.fold))
		s.stampFile(repo.IndexFile())
		s.stampFile(repo.ConfigFile())
	}
	return t
}

// above reads the ignore files between the top and the root, and reports
// whether they ignore the root.
func (s *scanner) above(t *top) (chain *ignoreChain, ignored bool) {
	chain = t.global
	base := ""
	for element := range strings.SplitSeq(strings.TrimSuffix(t.above, "/"), "/") {
		chain = chain.with(s.readIgnore(filepath.Join(t.repo.WorkTree, filepath.FromSlash(base), ".gitignore"), base, t.fold))
		ignored = ignored || chain.ignores(base+element, true)
		base += element + "/"
	}
	return chain, ignored
}

// stampFile records a decider outside of the tree, which may be missing.
func (s *scanner) stampFile(name string) {
	stat, _, err := s.handle.statTarget(name)
	if err != nil {
		stat = projectbase.Stat{}
	}
	s.stamp(name, stat)
}

// readIgnore reads an ignore file by its absolute name and records it as a
// decider. It returns nil if the file does not exist. An unreadable file is
// reported in Skipped.
func (s *scanner) readIgnore(name, base string, fold bool) *ignoreList {
	s.stampFile(name)
	data, err := readBounded(name, maxIgnoreFile, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotFile):
		return nil
	case errors.Is(err, projectbase.ErrLimit):
		s.problem(s.name(name), projectbase.SkipTooLarge)
		return nil
	case err != nil:
		s.problem(s.name(name), projectbase.SkipUnreadable)
		return nil
	}
	return parseIgnore(data, base, fold)
}

var errNotFile = errors.New("not a regular file")

// readBounded reads a regular file of at most limit bytes, opened with flags.
func readBounded(name string, limit int64, flags int) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|openNonblock|flags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, kind, err := statFile(f); err != nil || kind != typeRegular {
		return nil, errors.Join(err, errNotFile)
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, projectbase.ErrLimit
	}
	return data, err
}
