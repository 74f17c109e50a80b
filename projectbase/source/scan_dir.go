package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
)

// worker reads directories, one at a time.
type worker struct {
	*scanner
	files   []Entry
	dirs    []Stamped
	skipped []Skipped
	found   []dirJob
	buffer  []byte // of head

	// The current directory.
	job    dirJob
	dir    dirHandle
	names  []string
	sniffs string // path whose head Classify may read
	asked  bool   // Classify has read it
	head   func() []byte
}

func newWorker(s *scanner) *worker {
	w := &worker{scanner: s}
	w.head = w.readHead
	return w
}

func (w *worker) run(ctx context.Context) {
	for {
		job, ok := w.next(ctx)
		if !ok {
			return
		}
		w.found = w.found[:0]
		w.read(ctx, job)
		w.done(w.found)
	}
}

// read lists one directory.
func (w *worker) read(ctx context.Context, job dirJob) {
	p := pathOf(job.path)
	// Read the file information first, so that a change during the reading makes
	// it differ.
	stat, kind, err := w.handle.lstat(string(p))
	if err == nil && kind != typeDir {
		err = fs.ErrNotExist // replaced meanwhile; the parent directory's stamp shows it
	}
	var entries []fs.DirEntry
	if err == nil {
		stat = w.opts.Hooks.stat(p, stat)
		entries, err = w.list(p, job.path == "")
	}
	if err != nil {
		w.failed(p, stat, err)
		return
	}
	defer w.dir.close()
	w.job = job
	w.names = w.names[:0]
	for _, e := range entries {
		w.names = append(w.names, e.Name())
	}
	if !w.enter(ctx, p, stat) {
		return
	}
	w.dirs = append(w.dirs, Stamped{Path: string(p), Stat: stat, Racy: Racy(stat, w.started)})
	for _, e := range entries {
		w.entry(ctx, e)
	}
}

// list opens a directory as w.dir and returns its entries in order.
func (w *worker) list(p projectbase.Path, root bool) ([]fs.DirEntry, error) {
	if err := w.opts.Hooks.open(p); err != nil {
		return nil, err
	}
	d, err := openDir(filepath.Join(w.root, filepath.FromSlash(string(p))), root)
	if err != nil {
		return nil, err
	}
	entries, err := d.file.ReadDir(-1)
	if err != nil {
		d.close()
		return nil, err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	w.dir = d
	return entries, nil
}

// failed records a directory that cannot be read.
func (w *worker) failed(p projectbase.Path, stat projectbase.Stat, err error) {
	switch {
	case p == ".":
		w.mu.Lock()
		defer w.mu.Unlock()
		w.rootErr = fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
	case !errors.Is(err, fs.ErrNotExist):
		if stat == (projectbase.Stat{}) {
			stat = Unstamped
		}
		w.skip(p, projectbase.SkipUnreadable, true, stat)
	}
}

// enter handles the files that concern the whole directory: a nested
// repository, an ignore file, or the mark of a cache.
func (w *worker) enter(ctx context.Context, p projectbase.Path, stat projectbase.Stat) bool {
	job := &w.job
	if job.path != "" && w.has(".git") {
		w.enterRepo(ctx, p)
	}
	if job.path != "" && job.out == "" && isCacheInside(w.names) && !w.tracksBelow(ctx, job.top, job.top.rel(job.path)) {
		if !w.extra.MayMatchBelow(job.path) {
			w.skip(p, projectbase.SkipCache, true, stat)
			return false
		}
		job.out = projectbase.SkipCache
	}
	if w.has(".gitignore") {
		w.readOwnIgnore()
	}
	return true
}

// enterRepo replaces the ignore rules by those of a nested repository.
func (w *worker) enterRepo(ctx context.Context, p projectbase.Path) {
	repo, err := git.Open(filepath.Join(w.root, filepath.FromSlash(string(p))))
	if err != nil {
		return
	}
	job := &w.job
	if job.out != "" && !w.tracks(ctx, job.top, job.top.rel(job.path)) {
		return // read only for ExtraFiles
	}
	t := w.newTop(ctx, repo)
	t.below = len(job.path) + 1
	job.top, job.chain, job.out = t, t.global, ""
}

// readOwnIgnore adds the directory's ignore file. Like Git, it does not
// follow a link.
func (w *worker) readOwnIgnore() {
	name := ".gitignore"
	stat, kind, err := w.dir.lstat(name)
	if err != nil || kind != typeRegular {
		return
	}
	rel := w.join(name)
	stat = w.opts.Hooks.stat(projectbase.Path(rel), stat)
	w.stamp(rel, stat)
	base := ""
	if at := w.job.top.rel(rel); len(at) > len(name) {
		base = at[:len(at)-len(name)]
	}
	data, err := readBounded(filepath.Join(w.root, filepath.FromSlash(rel)), maxIgnoreFile, openNoFollow)
	switch {
	case err == nil:
		w.job.chain = w.job.chain.with(parseIgnore(data, base, w.job.top.fold))
	case errors.Is(err, projectbase.ErrLimit):
		w.skip(projectbase.Path(rel), projectbase.SkipTooLarge, false, stat)
	default:
		w.skip(projectbase.Path(rel), projectbase.SkipUnreadable, false, stat)
	}
}

// entry handles one name in the directory.
func (w *worker) entry(ctx context.Context, e fs.DirEntry) {
	name, kind := e.Name(), entryType(e.Type())
	if name == ".git" || kind == typeDir && w.skipDirs[name] {
		return
	}
	p := w.join(name)
	if isBadName(name) {
		if !w.job.chain.ignores(w.job.top.rel(p), kind == typeDir) && w.job.out == "" {
			w.skip(projectbase.Path(strconv.Quote(p)), projectbase.SkipBadName, kind == typeDir, projectbase.Stat{})
		}
		return
	}
	switch kind {
	case typeDir:
		w.subdir(ctx, name, p)
	case typeRegular:
		w.file(ctx, name, p)
	case typeLink:
		w.link(ctx, name, p)
	default:
		if w.why(ctx, p) == "" {
			w.skip(projectbase.Path(p), projectbase.SkipSpecial, false, projectbase.Stat{})
		}
	}
}

// subdir queues a directory or skips it.
func (w *worker) subdir(ctx context.Context, name, p string) {
	job := &w.job
	out, tracked := job.out, false
	rel := job.top.rel(p)
	if out == "" && job.chain.ignores(rel, true) {
		out = projectbase.SkipIgnored
	}
	if out == "" && isCache(name, w.names) && !w.tracksBelow(ctx, job.top, rel) {
		out = projectbase.SkipCache
	}
	if out != "" {
		tracked = out == projectbase.SkipIgnored && w.tracksBelow(ctx, job.top, rel)
	}
	extra := w.extra.MayMatchBelow(p)
	switch {
	case out != "" && !tracked && !extra:
		w.skip(projectbase.Path(p), out, true, projectbase.Stat{})
	case w.exclude.MatchTree(p):
		w.skip(projectbase.Path(p), projectbase.SkipExcluded, true, projectbase.Stat{})
	case !extra && !w.include.Empty() && !w.include.MayMatchBelow(p):
		w.skip(projectbase.Path(p), projectbase.SkipNotIncluded, true, projectbase.Stat{})
	default:
		w.found = append(w.found, dirJob{path: p, top: job.top, chain: job.chain, out: out})
	}
}

// why returns the reason to skip the file p, or "".
func (w *worker) why(ctx context.Context, p string) projectbase.SkipReason {
	out := w.job.out
	rel := w.job.top.rel(p)
	if out == "" && w.job.chain.ignores(rel, false) {
		out = projectbase.SkipIgnored
	}
	if out == projectbase.SkipIgnored && w.tracks(ctx, w.job.top, rel) {
		out = ""
	}
	if out == "" && !w.include.Empty() && !w.include.Match(p) {
		out = projectbase.SkipNotIncluded
	}
	if out != "" && w.extra.Match(p) {
		out = ""
	}
	if out == "" && w.exclude.Match(p) {
		out = projectbase.SkipExcluded
	}
	return out
}

// file adds a regular file to the listing if it is a source file.
func (w *worker) file(ctx context.Context, name, p string) {
	language, why := w.classify(ctx, p)
	if language == "" {
		return
	}
	if why != "" {
		w.skip(projectbase.Path(p), why, false, projectbase.Stat{})
		return
	}
	stat, kind, err := w.dir.lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && kind != typeRegular {
		return // deleted meanwhile; the directory's stamp shows it
	}
	if err == nil {
		stat = w.opts.Hooks.stat(projectbase.Path(p), stat)
	}
	switch {
	case err != nil:
		w.skip(projectbase.Path(p), projectbase.SkipUnreadable, false, Unstamped)
	case stat.Size > w.opts.Settings.MaxFileSize:
		w.skip(projectbase.Path(p), projectbase.SkipTooLarge, false, stat)
	default:
		w.files = append(w.files, Entry{Path: projectbase.Path(p), Stat: stat, Language: language})
	}
}

func (w *worker) skip(p projectbase.Path, reason projectbase.SkipReason, dir bool, stat projectbase.Stat) {
	w.skipped = append(w.skipped, Skipped{
		Skip: projectbase.Skip{Path: p, Reason: reason, Dir: dir},
		Stat: stat,
		Racy: stat != projectbase.Stat{} && Racy(stat, w.started),
	})
}

// has reports whether the directory contains name.
func (w *worker) has(name string) bool {
	_, ok := slices.BinarySearch(w.names, name)
	return ok
}

// join returns the path of a name in the directory.
func (w *worker) join(name string) string {
	if w.job.path == "" {
		return name
	}
	return w.job.path + "/" + name
}

func pathOf(dir string) projectbase.Path {
	if dir == "" {
		return "."
	}
	return projectbase.Path(dir)
}
