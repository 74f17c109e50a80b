package fresh

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"codegraph/projectbase/index"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
)

// WatchOptions are the settings of a Watcher. The zero value is for a server.
type WatchOptions struct {
	// Rest is the time after the last query for which changes are still
	// indexed. 0 is one minute, a negative value is without end.
	Rest time.Duration
	// Idle is the time after the last query for which an index stays watched.
	// 0 is half an hour. It has no effect if Rest is negative.
	Idle time.Duration
	// Poll is the interval for comparing files that cannot be watched. With 0,
	// only queries compare them.
	Poll time.Duration
	// Indexed is called after each update of an index, from several
	// goroutines. It may be nil.
	Indexed func(index.Project, *index.Report)
	// Resting is called when no index was used for the time Rest, so that the
	// program can release memory. It may be nil.
	Resting func()
}

// Watcher keeps the indexes in use up to date. For each index, one process on
// the machine watches; the others compare files for each query. A notice from
// the system only triggers a comparison. Watcher is safe for concurrent use.
type Watcher struct {
	indexer *index.Indexer
	opts    WatchOptions
	notices *source.Notices // nil if the system has none
	ctx     context.Context // of the background work; ended by Close
	cancel  context.CancelFunc
	group   sync.WaitGroup

	mu     sync.Mutex // guards the fields below, and the fields of watched listed there
	bases  map[string]*watched
	dirs   map[string][]*watched // indexes that watch a directory
	closed bool
	rested bool // since the last query
}

// NewWatcher returns a Watcher without indexes. The first query to
// Keeper.Ensure adds an index. The caller closes the Watcher.
func NewWatcher(x *index.Indexer, opts WatchOptions) *Watcher {
	if opts.Rest == 0 {
		opts.Rest = time.Minute
	}
	if opts.Idle <= 0 {
		opts.Idle = 30 * time.Minute
	}
	w := &Watcher{indexer: x, opts: opts, bases: map[string]*watched{}, dirs: map[string][]*watched{}}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	if n, err := source.NewNotices(w.notice); err == nil {
		w.notices = n
	}
	return w
}

// Close stops watching and waits for the background work.
func (w *Watcher) Close() error {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.cancel()
	w.group.Wait()
	if w.notices == nil {
		return nil
	}
	return w.notices.Close()
}

// retry is the time after which an index that another process watched is tried
// again.
const retry = 5 * time.Second

// Watch starts watching an index. If another process watches it, the error is a
// *projectbase.BusyError.
func (w *Watcher) Watch(p index.Project) error {
	b, began, err := w.begin(p)
	if began {
		close(b.first)
	}
	return err
}

// Ended returns a channel that is closed when p is no longer watched, because
// its index is gone or was not used for long. It is nil if p is not watched.
func (w *Watcher) Ended(p index.Project) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if b := w.bases[p.Base]; b != nil {
		return b.ended
	}
	return nil
}

// of returns the watched index of p and starts watching it if needed, or nil if
// another process watches it. If it started, the caller closes first after its
// own answer, because starting takes longer than comparing once.
func (w *Watcher) of(p index.Project) (b *watched, began bool) {
	b, began, err := w.begin(p)
	if err != nil {
		return nil, false
	}
	return b, began
}

func (w *Watcher) begin(p index.Project) (b *watched, began bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, false, context.Canceled
	}
	now := time.Now()
	w.rested = false
	if b := w.bases[p.Base]; b != nil && (b.refused == nil || now.Before(b.again)) {
		b.asked = now
		return b, false, b.refused
	}
	b = &watched{Watcher: w, p: p, asked: now, dirs: map[string]bool{}, wake: make(chan struct{}, 1), work: make(chan struct{}, 1),
		first: make(chan struct{}), ended: make(chan struct{})}
	w.bases[p.Base] = b
	if b.lock, b.refused = lock.AcquireWatch(p.Base); b.refused != nil {
		b.again = now.Add(retry)
		return nil, false, b.refused
	}
	w.group.Go(func() { b.run(w.ctx) })
	return b, true, nil
}

// notice distributes the notices of the system.
func (w *Watcher) notice(n source.Notice) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n.Name == "" {
		for _, b := range w.bases {
			b.forget("")
			b.changed()
		}
		return
	}
	inside := w.dirs[filepath.Dir(n.Name)]
	for _, b := range slices.Clone(inside) {
		b.notice(n)
	}
	for _, b := range slices.Clone(w.dirs[n.Name]) {
		if !slices.Contains(inside, b) {
			b.notice(n)
		}
	}
}

// watched is an index that this process watches.
type watched struct {
	*Watcher
	p    index.Project
	lock *lock.Lock
	wake chan struct{} // receives a signal for a change or a query
	work chan struct{} // has one element during an update of the index

	first chan struct{} // closed when the work may begin
	ended chan struct{} // closed at the end

	// The Watcher's mutex guards the fields below.
	refused  error // reason why this process does not watch the index; then no other field counts
	again    time.Time
	asked    time.Time
	changes  uint64          // number of notices
	dirs     map[string]bool // watched directories
	stale    []string        // directories whose watches are to be removed
	target   *index.Watched  // directories to watch; nil at first
	blind    error           // reason why not all are watched
	verified verified
}

// verified describes the last time that the index matched its files.
type verified struct {
	ok      bool
	changes uint64 // number of notices before the comparison
	at      time.Time
	file    uint64 // inode of index.db
}

// changed notes a change.
func (b *watched) changed() {
	b.changes++
	b.rouse()
}

func (b *watched) rouse() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// notice handles a notice for the index.
func (b *watched) notice(n source.Notice) {
	if name := filepath.Base(n.Name); name == b.p.DirName || b.target == nil {
		return
	}
	dir := b.dirs[n.Name]
	if n.Content && !dir && !b.target.Paths.Has(b.rel(n.Name)) {
		return // the file is not indexed
	}
	if !n.Content && dir {
		b.forget(n.Name)
	}
	b.changed()
}

// rel returns an absolute name below the root as a path of the index.
func (b *watched) rel(name string) string {
	rel, err := filepath.Rel(b.p.Root, name)
	if err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}

// forget marks a directory and those below it ("" for all) as not watched,
// because another directory may be in its place.
func (b *watched) forget(dir string) {
	for d := range b.dirs {
		if dir == "" || d == dir || strings.HasPrefix(d, dir+string(filepath.Separator)) {
			delete(b.dirs, d)
			b.leave(d)
			b.stale = append(b.stale, d)
		}
	}
}

// leave removes the index from the watchers of a directory.
func (b *watched) leave(dir string) {
	list := slices.DeleteFunc(b.Watcher.dirs[dir], func(o *watched) bool { return o == b })
	if len(list) == 0 {
		delete(b.Watcher.dirs, dir)
	} else {
		b.Watcher.dirs[dir] = list
	}
}

// arm sets the watches of the index. more reports whether new directories are
// watched. A directory that cannot be watched is no error; arm sets blind
// instead.
func (b *watched) arm(ctx context.Context, base *read.Index) (more bool, err error) {
	target, err := b.indexer.Watch(ctx, b.p, base)
	if err != nil {
		return false, err
	}
	wanted := make(map[string]bool, len(target.Dirs))
	for _, d := range target.Dirs {
		wanted[d] = true
	}
	var add []string
	b.mu.Lock()
	b.target = target
	for d := range b.dirs {
		if !wanted[d] {
			b.forget(d)
		}
	}
	for _, d := range target.Dirs {
		if !b.dirs[d] {
			b.dirs[d] = true
			b.Watcher.dirs[d] = append(b.Watcher.dirs[d], b)
			add = append(add, d)
		}
	}
	b.mu.Unlock()
	b.unwatch()
	blind := b.watch(add)
	b.mu.Lock()
	b.blind = blind
	b.mu.Unlock()
	if blind != nil {
		b.releaseWatches()
	}
	return len(add) > 0 || blind != nil, nil
}

// watch starts watching directories. It ignores missing directories, because
// the comparison finds them.
func (b *watched) watch(dirs []string) error {
	if b.notices == nil {
		return source.ErrNotInOrder
	}
	for _, d := range dirs {
		if err := b.notices.Add(d); err != nil && !gone(err) {
			return err
		}
	}
	return nil
}

// unwatch removes the watches of unused directories.
func (b *watched) unwatch() {
	b.mu.Lock()
	var drop []string
	for _, d := range b.stale {
		// A directory that is added again gets a new watch, because it may be
		// another directory.
		if b.dirs[d] || len(b.Watcher.dirs[d]) == 0 {
			drop = append(drop, d)
		}
	}
	b.stale = nil
	b.mu.Unlock()
	if b.notices == nil {
		return
	}
	for _, d := range drop {
		b.notices.Remove(d)
	}
}

// releaseWatches removes all watches of the index, because a part of them is
// useless.
func (b *watched) releaseWatches() {
	b.mu.Lock()
	b.forget("")
	b.mu.Unlock()
	b.unwatch()
}

func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
